# import: datetime
"""Find the free half hours that everybody shares."""
from datetime import date, datetime, time, timedelta

DAY = date(2024, 9, 10)
busy_text = {
    "Aiko": "09:00-10:30, 12:00-13:00, 16:00-18:00",
    "Bram": "10:00-11:30, 12:30-14:30, 14:30-15:00",
    "Cleo": "11:30-12:30, 14:30-15:00, 16:00-17:00",
}


def at(text):
    hours, minutes = map(int, text.split(":"))
    return datetime.combine(DAY, time(hours, minutes))


def parse(text):
    return [tuple(at(part) for part in item.strip().split("-")) for item in text.split(",")]


def merge(intervals):
    merged = []
    for start, end in sorted(intervals):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def gaps(merged, opening, closing, minimum=timedelta(minutes=30)):
    cursor = opening
    for start, end in [*merged, (closing, closing)]:
        if start - cursor >= minimum:
            yield cursor, start
        cursor = max(cursor, end)


def show(intervals):
    return ", ".join(f"{s:%H:%M}-{e:%H:%M}" for s, e in intervals) or "none"


calendars = {who: merge(parse(text)) for who, text in busy_text.items()}
for who, merged in calendars.items():
    booked = sum((e - s for s, e in merged), timedelta())
    print(f"{who:<5} busy {show(merged):<42} = {booked}")

everyone = merge(i for c in calendars.values() for i in c)
free = list(gaps(everyone, at("09:00"), at("18:00")))
print("together busy:", show(everyone))
print("together free:", show(free))

# timeline, one character a quarter of an hour
slots = [at("09:00") + timedelta(minutes=15 * i) for i in range(36)]
for who, merged in calendars.items():
    print(f"{who:<5} " + "".join("#" if any(s <= t < e for s, e in merged) else "." for t in slots))

# how many rooms does this list of bookings need?
bookings = [i for c in calendars.values() for i in c]
moments = sorted([(s, 1) for s, _ in bookings] + [(e, -1) for _, e in bookings], key=lambda m: (m[0], m[1]))
level = peak = 0
peak_at = None
for moment, change in moments:
    level += change
    if level > peak:
        peak, peak_at = level, moment
print(f"rooms needed: {peak} (first at {peak_at:%H:%M})")
final_answer([s.isoformat(timespec="minutes") for s, _ in free])
