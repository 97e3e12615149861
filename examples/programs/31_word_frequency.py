# import: string
import string
from collections import Counter, defaultdict

text = """The fog came in at four. It came in over the harbour wall, over the boats and the
nets, and it sat down in the market square as if it owned the place. "Again?" said the baker.
"Again," said the fishmonger. Nobody sold anything after that; nobody could see what there
was to sell. The fog stayed for nine days. On the tenth day, it left -- and the square was
full of gulls, sixty-one gulls, all looking pleased with themselves."""

STOP = set("the a an and or in on at it as if of for was to that with all is".split())
words = [w.strip(string.punctuation).lower() for w in text.split()]
words = [w for w in words if w]
counts = Counter(words)
print(len(words), "words,", len(counts), "different")
print("most common:", counts.most_common(4))
print("without stop words:", Counter(w for w in words if w not in STOP).most_common(5))

sentences = [s.strip() for s in text.replace("?", ".").replace("\n", " ").split(".") if s.strip(' "')]
lengths = [len(s.split()) for s in sentences]
print("sentences:", len(sentences), "longest:", max(lengths), "average:", round(sum(lengths) / len(lengths), 2))

# concordance
where = defaultdict(list)
for number, line in enumerate(text.splitlines(), 1):
    for w in line.split():
        where[w.strip(string.punctuation).lower()].append(number)
for w in ("fog", "gulls", "nobody"):
    print(f"{w:>8}: lines {', '.join(map(str, where[w]))}")

letters = Counter(c for c in text.lower() if c in string.ascii_lowercase)
top = letters.most_common(6)
peak = top[0][1]
for letter, n in top:
    print(f"{letter} {'=' * round(n / peak * 30):<30} {n / letters.total():.1%}")

# Counter arithmetic
a, b = Counter("mississippi"), Counter("missouri")
print("a - b:", dict(a - b), "| a & b:", sorted((a & b).items()), "| a | b:", sum((a | b).values()))
a.subtract(b)
print("negative kept:", {k: v for k, v in sorted(a.items()) if v < 0}, "+a:", sorted((+a).elements()))

# word lengths, bigrams, palindromes
print("by length:", dict(sorted(Counter(map(len, words)).items())))
bigrams = Counter(zip(words, words[1:]))
print("bigrams:", [" ".join(p) for p, n in bigrams.most_common() if n > 1])
print("starts with s:", sorted({w for w in words if w.startswith("s")}), "hyphenated:", [w for w in words if "-" in w])


def caesar(message, shift):
    rotated = string.ascii_lowercase[shift:] + string.ascii_lowercase[:shift]
    return message.translate(str.maketrans(string.ascii_lowercase + string.ascii_uppercase, rotated + rotated.upper()))


secret = caesar(sentences[0], 11)
print(secret, "->", caesar(secret, 15))
guess = max(range(26), key=lambda s: sum(letters[c] for c in caesar(secret.lower(), s) if c.isalpha()))
final_answer(caesar(secret, guess))
