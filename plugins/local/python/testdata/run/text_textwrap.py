import textwrap
seed = 7
def rnd(n):
    global seed
    seed = (seed * 1103515245 + 12345) % 2147483648
    return (seed >> 8) % n
parts = ['hello', 'a', 'well-known', 'x--y', '---', 'so-called', 'end.', 'Why?"', ' ', '  ', '\n', '\t', 'extraordinarily-long-compound-word', 'é', '1-2', '-opt', '--long-opt', 'a-b-c', "don't", 'foo--', 'supercalifragilistic', 'e-mail', '"quoted"', 'one--two--three', '_x-_y', 'a.--b']
for i in range(60):
    t = ''.join(parts[rnd(len(parts))] + (' ' if rnd(3) else '') for _ in range(rnd(25)))
    kw = {}
    if rnd(3) == 0: kw['initial_indent'] = '  '
    if rnd(3) == 0: kw['subsequent_indent'] = '    '
    if rnd(3) == 0: kw['break_long_words'] = False
    if rnd(3) == 0: kw['break_on_hyphens'] = False
    if rnd(3) == 0: kw['drop_whitespace'] = False
    if rnd(3) == 0: kw['fix_sentence_endings'] = True
    if rnd(3) == 0: kw['max_lines'] = rnd(4) + 1
    if rnd(4) == 0: kw['replace_whitespace'] = False
    w = rnd(30) + 9
    try: print(ascii(t), w, kw, textwrap.wrap(t, w, **kw))
    except ValueError as e: print(e)
    try: print(ascii(textwrap.shorten(t, w)))
    except ValueError as e: print(e)
    print(ascii(textwrap.dedent('  ' + t.replace('a', '\n \t'))), ascii(textwrap.indent(t, '> ')))
print(textwrap.dedent('''\
    Hello
      World

    x
'''), textwrap.fill('lorem ipsum ' * 20, 40))
