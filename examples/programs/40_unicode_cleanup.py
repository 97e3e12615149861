# import: unicodedata
import re
import unicodedata

names = ["  José   Álvarez ", "JOSE\u0301 A\u0301LVAREZ", "Zoë O’Neill", "ZOE O'NEILL\u200b", "Łukasz—Żak", "ﬁnn  Smith", "李 小龙", "MÜLLER, Jürgen", "straße", "İpek"]


def strip_accents(text):
    return "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))


QUOTES = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "—": "-", "–": "-", "\u200b": None, "\xa0": " ", "Ł": "L", "ł": "l"})


def key(text):
    text = strip_accents(text.translate(QUOTES)).casefold()
    return " ".join(re.sub(r"[^\w\s'-]", " ", text).split())


groups = {}
for name in names:
    groups.setdefault(key(name), []).append(name.strip())
for k, members in groups.items():
    print(f"{k:<16} {len(members)} {ascii(members)}")

composed, decomposed = "é", "e\u0301"
print(composed == decomposed, len(composed), len(decomposed), unicodedata.normalize("NFC", decomposed) == composed)
for ch in "aÉß½٣€漢🙂\u0301\t":
    print(f"U+{ord(ch):04X} {unicodedata.category(ch)} {unicodedata.name(ch, '<no name>'):<35} {ch.isalpha()!s:<5} {ch.isdigit()!s:<5} {ch.isprintable()}")

text = "naïve café 😀"
data = text.encode("utf-8")
print(len(text), len(data), data)
print(data.decode("ascii", errors="replace").count("\ufffd"), text.encode("ascii", "ignore"), text.encode("ascii", "xmlcharrefreplace"), text.encode("latin-1", "backslashreplace"))
for bad in (b"caf\xe9", b"\xff\xfe", b"ok"):
    try:
        print(bad.decode("utf-8"))
    except UnicodeDecodeError as e:
        print(f"{type(e).__name__}: {e} -> {bad.decode('latin-1')!r}")
try:
    "π".encode("ascii")
except UnicodeEncodeError as e:
    print(e)


def slugify(title):
    return re.sub(r"[^a-z0-9]+", "-", key(title)).strip("-")


print([slugify(t) for t in ("Crème Brûlée: 10 Tips!", "  --Already-slugged--  ", "Ünïcödé & Friends", "漢字")])


def display_width(text):
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


for word in ("tea", "茶", "thé", "cafe\u0301"):
    print("|" + word + " " * (8 - display_width(word)) + "|", display_width(word), len(word))
print("ß".upper(), "ǅ".lower(), "İ".lower() == "i̇", "ΑΣ".lower(), "Straße".casefold() == "STRASSE".casefold(), "ａ１".isalnum(), int("٣٤"), "\x41\u0042\N{LATIN CAPITAL LETTER C}")
print(sorted(["éclair", "zebra", "apple", "Éa"], key=key), "été".encode().hex(" "), repr("a\x00b\u2028c\ud7ff"), ascii("ñ🙂"))
