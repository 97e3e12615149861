import statistics as st
from collections import Counter

scores = {
    "algebra": [71, 88, 93, 65, 88, 74, 90, 59, 82, 88],
    "biology": [80, 82, 79, 85, 81, 78, 84, 80, 83, 79],
    "chemistry": [55, 97, 61, 99, 48, 92, 70, 95, 58, 90],
}

print(f"{'subject':<10} {'mean':>7} {'median':>7} {'stdev':>7} {'pstdev':>7} {'mode':>5} {'range':>8}")
print("-" * 57)
for subject, values in scores.items():
    print(f"{subject:<10} {st.mean(values):>7.2f} {st.median(values):>7.1f} {st.stdev(values):>7.3f} "
          f"{st.pstdev(values):>7.3f} {st.mode(values):>5} {min(values):>3}-{max(values):<4}")

# Quartiles and outliers by the 1.5 IQR rule
for subject, values in scores.items():
    q1, q2, q3 = st.quantiles(values, n=4)
    iqr = q3 - q1
    outliers = [v for v in values if v < q1 - 1.5 * iqr or v > q3 + 1.5 * iqr]
    print(f"{subject}: Q1={q1} Q2={q2} Q3={q3} IQR={iqr} outliers={outliers or 'none'}")

# letter grades
def letter(score):
    for limit, grade in ((90, "A"), (80, "B"), (70, "C"), (60, "D")):
        if score >= limit:
            return grade
    return "F"

for subject, values in scores.items():
    counts = Counter(letter(v) for v in values)
    print(subject.ljust(10), " ".join(f"{g}:{counts[g]}" for g in "ABCDF"))

# do good algebra students do well in chemistry?
r = st.correlation(scores["algebra"], scores["chemistry"])
slope, intercept = st.linear_regression(scores["algebra"], scores["chemistry"])
print(f"r = {r:.4f}, chemistry = {slope:.3f} * algebra {intercept:+.3f}")

z = [(v - st.fmean(scores["algebra"])) / st.pstdev(scores["algebra"]) for v in scores["algebra"]]
print("z-scores:", [round(x, 2) for x in z])
print("geometric mean:", round(st.geometric_mean(scores["biology"]), 6), "harmonic:", round(st.harmonic_mean(scores["biology"]), 6))
print("multimode:", st.multimode("mississippi"), "median_low/high:", st.median_low([1, 3, 5, 7]), st.median_high([1, 3, 5, 7]))
final_answer(max(scores, key=lambda s: st.mean(scores[s])))
