# import: re
import re

document = """
INVOICE No. INV-2024-00317            Date: 17 March 2024
Bill to: Harbour & Sons Ltd.          VAT ID: GB 123 4567 89

  Qty  Description                     Unit       Amount
    3  Brass hinge (80mm)          EUR 4.20    EUR 12.60
   10  Screw M4x20, box            EUR 7.95    EUR 79.50
    1  Delivery -- next day                    EUR 15.00
Subtotal EUR 107.10
VAT 20%  EUR 21.42
TOTAL    EUR 128.52

Please pay before 2024-04-16. IBAN: DE89 3704 0044 0532 0130 00
"""

header = re.search(r"No\.\s*(?P<number>INV-(\d{4})-\d+)\s+Date:\s*(?P<day>\d{1,2}) (?P<month>\w+) (?P<year>\d{4})", document)
print(header.groupdict())
print("invoice year matches date:", header[2] == header["year"])

item = re.compile(
    r"""
    ^\s*(?P<qty>\d+)\s{2,}            # quantity
    (?P<what>\S.*?)\s{2,}             # description, up to two blanks
    (?:EUR\s(?P<unit>[\d.]+)\s+)?     # unit price may be missing
    EUR\s(?P<amount>[\d.]+)$          # amount
    """,
    re.VERBOSE | re.MULTILINE,
)
total_cents = 0
for m in item.finditer(document):
    cents = round(float(m["amount"]) * 100)
    total_cents += cents
    unit = m["unit"] or "n/a"
    print(f"{m['qty']:>3} x {m['what']:<22} unit {unit:>5}  {cents / 100:8.2f}  (chars {m.start('amount')}-{m.end('amount')})")

fields = dict(re.findall(r"^(Subtotal|VAT \d+%|TOTAL)\s+EUR ([\d.]+)", document, flags=re.M))
print(fields)
checks = {
    "items = subtotal": total_cents == round(float(fields["Subtotal"]) * 100),
    "subtotal + vat = total": abs(float(fields["Subtotal"]) + float(fields["VAT 20%"]) - float(fields["TOTAL"])) < 0.005,
}
for name, ok in checks.items():
    print(("ok  " if ok else "FAIL"), name)

iban = re.search(r"IBAN:\s*((?:\w{4}\s?){5}\w{2})", document).group(1)
compact = re.sub(r"\s", "", iban)
digits = "".join(str(int(ch, 36)) for ch in compact[4:] + compact[:4])
print(compact, "valid" if int(digits) % 97 == 1 else "invalid")
print(re.sub(r"(?<=\w{4})\w(?=\w{4})", "*", compact))
print(re.sub(r"(\d{4})-(\d\d)-(\d\d)", lambda m: f"{m[3]}.{m[2]}.{m[1]}", re.search(r"before (\S+)\.", document)[1]))
print(re.split(r"\s*[,;]\s*|\s--\s", "hinge , screw;delivery -- next day"))
