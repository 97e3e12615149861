# import: re
# Pull names, phones and e-mail addresses out of a pasted signature block.
import re

raw = """
  Dr. Amelia   Novak <a.novak@example.org>   tel: +1 (415) 555-0132
Ben OKAFOR ; ben.okafor@example.com ; 415.555.0187 ext 22
"Chiara Rossi" chiara_rossi+lists@sub.example.net / phone 4155550101

d'Arcy, Emil | emil@example | no phone
Fatima Al-Sayed, fatima@example.co.uk, 00 1 415 555 0199
"""

EMAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
PHONE = re.compile(r"(?:(?:\+|00)\s*1[\s.-]*)?\(?(\d{3})\)?[\s.-]*(\d{3})[\s.-]*(\d{4})(?:\s*ext\.?\s*(\d+))?")
NOISE = re.compile(r"\b(?:tel|phone|Dr)\b[.:]?|no phone", re.IGNORECASE)


def clean_name(line):
    # drop what was already recognised, then punctuation that isn't part of a name
    line = EMAIL.sub(" ", line)
    line = PHONE.sub(" ", line)
    line = NOISE.sub(" ", line)
    line = re.sub(r"\S+@\S+", " ", line)
    line = re.sub(r"[<>\"|;/]", " ", line)
    parts = [p.strip() for p in line.split(",") if p.strip()]
    if len(parts) == 2:  # "Last, First"
        parts.reverse()
    words = " ".join(parts).split()
    return " ".join(w.capitalize() if w.isupper() else w for w in words)


contacts = []
for number, line in enumerate(raw.strip().splitlines(), start=1):
    if not line.strip():
        print(f"line {number}: blank, skipped")
        continue
    email = EMAIL.search(line)
    phone = PHONE.search(line)
    entry = {
        "name": clean_name(line),
        "email": email.group().lower() if email else None,
        "phone": "-".join(phone.groups()[:3]) if phone else None,
    }
    if phone and phone[4]:
        entry["ext"] = int(phone[4])
    contacts.append(entry)

for c in contacts:
    print(f"{c['name']:<18}|{c['email'] or '-':<34}|{c['phone'] or '-':<13}|{c.get('ext', '')}")

missing = [c["name"] for c in contacts if None in c.values()]
print("incomplete:", missing)
domains = sorted({c["email"].split("@")[1] for c in contacts if c["email"]})
print("domains:", ", ".join(domains))
