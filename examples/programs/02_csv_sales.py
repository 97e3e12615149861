# import: csv, io
# Thought: load the CSV text, coerce the columns, then total by region and by product.
import csv
import io
from collections import defaultdict

CSV_TEXT = '''order_id,region,product,qty,unit_price,comment
1001,North,"Desk, oak",2,249.00,
1002,South,Lamp,5,19.99,"customer said ""fast please"""
1003,North,Chair,abc,89.50,bad quantity
1004,East,Lamp,12,18.49,bulk
1005,South,"Desk, oak",1,255.00,
1006,east,Chair,4,89.50,lower-case region
1007,North,Lamp,,19.99,no quantity
1008,West,Shelf,3,"1,120.00",thousands separator
'''

rows, problems = [], []
for row in csv.DictReader(io.StringIO(CSV_TEXT)):
    try:
        row["qty"] = int(row["qty"])
        row["unit_price"] = float(row["unit_price"].replace(",", ""))
    except ValueError as exc:
        problems.append((row["order_id"], str(exc)))
        continue
    row["region"] = row["region"].title()
    row["total"] = row["qty"] * row["unit_price"]
    rows.append(row)

print(f"{len(rows)} good rows, {len(problems)} bad rows")
for order, why in problems:
    print(f"  order {order}: {why}")

by_region = defaultdict(float)
by_product = defaultdict(lambda: {"qty": 0, "revenue": 0.0})
for r in rows:
    by_region[r["region"]] += r["total"]
    p = by_product[r["product"]]
    p["qty"] += r["qty"]
    p["revenue"] += r["total"]

print("\nRevenue by region")
for region, amount in sorted(by_region.items(), key=lambda kv: -kv[1]):
    bar = "#" * round(amount / 150)
    print(f"{region:>6} {amount:>9,.2f} {bar}")

# write the summary back as CSV; the writer has to quote the comma
out = io.StringIO()
writer = csv.writer(out, lineterminator="\n")
writer.writerow(["product", "qty", "revenue", "avg_price"])
for name in sorted(by_product):
    p = by_product[name]
    writer.writerow([name, p["qty"], f"{p['revenue']:.2f}", round(p["revenue"] / p["qty"], 3)])
print("\n" + out.getvalue(), end="")

best = max(by_product, key=lambda n: by_product[n]["revenue"])
final_answer({"best_product": best, "revenue": by_product[best]["revenue"], "skipped": len(problems)})
