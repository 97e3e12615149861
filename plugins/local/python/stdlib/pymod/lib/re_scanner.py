class Scanner:
    """A tokenizer: a lexicon of (pattern, action) pairs, tried in order at each place."""

    def __init__(self, lexicon, flags=0):
        self.lexicon = lexicon
        parts = []
        self._actions = {}
        group = 1
        for phrase, action in lexicon:
            parts.append(f"({phrase})")
            self._actions[group] = action
            group += 1 + _compile(phrase, flags).groups
        self.scanner = _compile("|".join(parts), flags)

    def scan(self, string):
        """Return what the actions made of the tokens, and the rest that is no token."""
        result = []
        i = 0
        scanner = self.scanner.scanner(string)
        while (m := scanner.match()) and m.end() != i:
            action = self._actions[m.lastindex]
            if callable(action):
                self.match = m
                action = action(self, m.group())
            if action is not None:
                result.append(action)
            i = m.end()
        return result, string[i:]
