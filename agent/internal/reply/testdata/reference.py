"""Reads replies (a JSON list on standard input) with smolagents' own parser, as its agent does."""
import json
import sys

from smolagents.utils import parse_code_blobs
from smolagents.local_python_executor import fix_final_answer_code

TAGS = ("<code>", "</code>")


def read(text):
    if text and not text.strip().endswith(TAGS[1]):
        text += TAGS[1]
    try:
        return fix_final_answer_code(parse_code_blobs(text, TAGS))
    except ValueError:
        return None


json.dump([read(t) for t in json.load(sys.stdin)], sys.stdout)
