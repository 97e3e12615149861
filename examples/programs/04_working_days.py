from datetime import date, datetime, timedelta

HOLIDAYS = {date(2024, 12, 25): "Christmas Day", date(2024, 12, 26): "Boxing Day", date(2025, 1, 1): "New Year"}


def is_working(day):
    return day.weekday() < 5 and day not in HOLIDAYS


def add_working_days(start, n):
    step = timedelta(days=1 if n >= 0 else -1)
    day = start
    while n:
        day += step
        if is_working(day):
            n -= 1 if n > 0 else -1
    return day


start = date(2024, 12, 20)
for n in (1, 3, 5, 10, -7):
    end = add_working_days(start, n)
    print(f"{start:%a %d %b %Y} {n:+3d} working days -> {end:%a %d %b %Y} ({(end - start).days:+d} calendar)")

# how many working days does each month of the first quarter have?
for month in (1, 2, 3):
    first = date(2025, month, 1)
    nxt = (first.replace(day=28) + timedelta(days=4)).replace(day=1)
    days = [first + timedelta(days=i) for i in range((nxt - first).days)]
    print(first.strftime("%B"), len(days), "days,", sum(map(is_working, days)), "working")

# parse the timestamps that people really paste
samples = ["2025-01-31 23:30", "31/01/2025 11:30 PM", "Jan 31, 2025", "2025-02-30"]
formats = ["%Y-%m-%d %H:%M", "%d/%m/%Y %I:%M %p", "%b %d, %Y", "%Y-%m-%d"]
for text in samples:
    for fmt in formats:
        try:
            parsed = datetime.strptime(text, fmt)
        except ValueError as e:
            problem = e
            continue
        print(f"{text!r:<24} -> {parsed.isoformat()}  week {parsed.isocalendar().week}, day {parsed.timetuple().tm_yday}")
        break
    else:
        print(f"{text!r:<24} -> unreadable ({problem})")

leap = [y for y in range(1896, 1925) if y % 4 == 0 and (y % 100 != 0 or y % 400 == 0)]
print("leap years:", leap)
delta = datetime(2025, 3, 1, 8, 15) - datetime(2024, 2, 28, 17, 45, 30)
print(delta, "=", delta.total_seconds(), "s =", divmod(delta, timedelta(weeks=1)))
