"""Command-line parsing library."""
import os as _os
import re as _re
import sys as _sys

__all__ = ['ArgumentParser', 'ArgumentError', 'ArgumentTypeError', 'BooleanOptionalAction', 'FileType', 'HelpFormatter',
           'ArgumentDefaultsHelpFormatter', 'RawDescriptionHelpFormatter', 'RawTextHelpFormatter', 'MetavarTypeHelpFormatter',
           'Namespace', 'Action', 'ONE_OR_MORE', 'OPTIONAL', 'PARSER', 'REMAINDER', 'SUPPRESS', 'ZERO_OR_MORE']

SUPPRESS, OPTIONAL, ZERO_OR_MORE, ONE_OR_MORE, PARSER, REMAINDER = '==SUPPRESS==', '?', '*', '+', 'A...', '...'
_UNRECOGNIZED_ARGS_ATTR = '_unrecognized_args'


def _columns():
    try:
        return int(_os.environ['COLUMNS']) or 80
    except (KeyError, ValueError):
        return 80


class _AttributeHolder:
    """Shows itself as a call with the attributes as keyword arguments."""

    def __repr__(self):
        shown, odd = [], {}
        shown += map(repr, self._get_args())
        for name, value in self._get_kwargs():
            if name.isidentifier():
                shown.append(f'{name}={value!r}')
            else:
                odd[name] = value
        if odd:
            shown.append(f'**{odd!r}')
        return f"{type(self).__name__}({', '.join(shown)})"

    def _get_kwargs(self):
        return list(self.__dict__.items())

    def _get_args(self):
        return []


def _copied(items):
    """A list to append to that isn't the default's own."""
    if items is None:
        return []
    if type(items) is list:
        return items[:]
    import copy
    return copy.copy(items)


class HelpFormatter:
    """Formatter for generating usage messages and argument help strings."""

    class _Section:

        def __init__(self, formatter, parent, heading=None):
            self.formatter, self.parent, self.heading = formatter, parent, heading
            self.items = []

        def format_help(self):
            f = self.formatter
            if self.parent is not None:
                f._indent()
            body = f._join_parts([func(*args) for func, args in self.items])
            if self.parent is not None:
                f._dedent()
            if not body:
                return ''
            heading = ''
            if self.heading is not SUPPRESS and self.heading is not None:
                heading = f"{'':{f._current_indent}}{self.heading}:\n"
            return f._join_parts(['\n', heading, body, '\n'])

    def __init__(self, prog, indent_increment=2, max_help_position=24, width=None):
        if width is None:
            width = _columns() - 2
        self._prog, self._width = prog, width
        self._indent_increment = indent_increment
        self._max_help_position = min(max_help_position, max(width - 20, indent_increment * 2))
        self._current_indent = self._level = self._action_max_length = 0
        self._root_section = self._current_section = self._Section(self, None)
        self._whitespace_matcher = _re.compile(r'\s+', _re.ASCII)
        self._long_break_matcher = _re.compile(r'\n\n\n+')

    def _indent(self):
        self._current_indent += self._indent_increment
        self._level += 1

    def _dedent(self):
        self._current_indent -= self._indent_increment
        assert self._current_indent >= 0, 'Indent decreased below 0.'
        self._level -= 1

    def _add_item(self, func, args):
        self._current_section.items.append((func, args))

    def start_section(self, heading):
        self._indent()
        section = self._Section(self, self._current_section, heading)
        self._add_item(section.format_help, [])
        self._current_section = section

    def end_section(self):
        self._current_section = self._current_section.parent
        self._dedent()

    def add_text(self, text):
        if text is not SUPPRESS and text is not None:
            self._add_item(self._format_text, [text])

    def add_usage(self, usage, actions, groups, prefix=None):
        if usage is not SUPPRESS:
            self._add_item(self._format_usage, (usage, actions, groups, prefix))

    def add_argument(self, action):
        if action.help is SUPPRESS:
            return
        shown = [len(self._format_action_invocation(action)) + self._current_indent]
        for sub in self._iter_indented_subactions(action):
            shown.append(len(self._format_action_invocation(sub)) + self._current_indent)
        self._action_max_length = max(self._action_max_length, *shown)
        self._add_item(self._format_action, [action])

    def add_arguments(self, actions):
        for action in actions:
            self.add_argument(action)

    def format_help(self):
        text = self._root_section.format_help()
        if text:
            text = self._long_break_matcher.sub('\n\n', text).strip('\n') + '\n'
        return text

    def _join_parts(self, parts):
        return ''.join([part for part in parts if part and part is not SUPPRESS])

    def _format_usage(self, usage, actions, groups, prefix):
        if prefix is None:
            prefix = 'usage: '
        if usage is not None:
            usage %= dict(prog=self._prog)
        elif not actions:
            usage = f'{self._prog}'
        else:
            usage = self._usage_of(actions, groups, prefix)
        return f'{prefix}{usage}\n\n'

    def _usage_of(self, actions, groups, prefix):
        optionals = [a for a in actions if a.option_strings]
        positionals = [a for a in actions if not a.option_strings]
        prog, room = self._prog, self._width - self._current_indent
        text = self._format_actions_usage(optionals + positionals, groups)
        usage = ' '.join([s for s in (prog, text) if s])
        if len(prefix) + len(usage) <= room:
            return usage
        pieces = _re.compile(r'\(.*?\)+(?=\s|$)|\[.*?\]+(?=\s|$)|\S+')
        opt = pieces.findall(self._format_actions_usage(optionals, groups))
        pos = pieces.findall(self._format_actions_usage(positionals, groups))

        def lines_of(parts, indent, first=None):
            lines, line = [], []
            used = (len(first) if first is not None else len(indent)) - 1
            for part in parts:
                if line and used + 1 + len(part) > room:
                    lines.append(indent + ' '.join(line))
                    line, used = [], len(indent) - 1
                line.append(part)
                used += len(part) + 1
            if line:
                lines.append(indent + ' '.join(line))
            if first is not None:
                lines[0] = lines[0][len(indent):]
            return lines

        if len(prefix) + len(prog) <= 0.75 * room:
            indent = ' ' * (len(prefix) + len(prog) + 1)
            if opt:
                lines = lines_of([prog] + opt, indent, prefix)
                lines += lines_of(pos, indent)
            elif pos:
                lines = lines_of([prog] + pos, indent, prefix)
            else:
                lines = [prog]
        else:
            indent = ' ' * len(prefix)
            lines = lines_of(opt + pos, indent)
            if len(lines) > 1:
                lines = lines_of(opt, indent) + lines_of(pos, indent)
            lines = [prog] + lines
        return '\n'.join(lines)

    def _format_actions_usage(self, actions, groups):
        actions = list(actions)
        # A mutually exclusive group shows as one if its actions stand together.
        inserts, grouped = {}, set()
        for group in groups:
            members = group._group_actions
            if not members:
                raise ValueError(f'empty group {group}')
            if all(a.help is SUPPRESS for a in members):
                continue
            if members[0] not in actions:
                continue
            start = actions.index(members[0])
            end = start + len(members)
            if actions[start:end] == members:
                suppressed = 0
                for a in members:
                    grouped.add(a)
                    suppressed += a.help is SUPPRESS
                visible = len(members) - suppressed
                if not group.required:
                    left, right = '[', ']'
                elif visible > 1:
                    left, right = '(', ')'
                else:
                    left = right = ''
                inserts[start] = inserts.get(start, '') + left if start not in inserts else inserts[start] + ' ' + left
                inserts[end] = inserts[end] + right if end in inserts else right
                for i in range(start + 1, end):
                    inserts[i] = '|'
        parts = []
        for i, action in enumerate(actions):
            if action.help is SUPPRESS:
                parts.append(None)
                if inserts.get(i) == '|':
                    inserts.pop(i)
                elif inserts.get(i + 1) == '|':
                    inserts.pop(i + 1)
                continue
            if not action.option_strings:
                part = self._format_args(action, self._get_default_metavar_for_positional(action))
                if action in grouped and part[:1] == '[' and part[-1:] == ']':
                    part = part[1:-1]
            else:
                option = action.option_strings[0]
                if action.nargs == 0:
                    part = action.format_usage()
                else:
                    part = option + ' ' + self._format_args(action, self._get_default_metavar_for_optional(action))
                if not action.required and action not in grouped:
                    part = f'[{part}]'
            parts.append(part)
        for i in sorted(inserts, reverse=True):
            parts[i:i] = [inserts[i]]
        text = ' '.join([p for p in parts if p is not None])
        text = _re.sub(r'([\[(]) ', r'\1', text)
        text = _re.sub(r' ([\])])', r'\1', text)
        text = _re.sub(r'[\[(] *[\])]', '', text)
        return text.strip()

    def _format_text(self, text):
        if '%(prog)' in text:
            text %= dict(prog=self._prog)
        width = max(self._width - self._current_indent, 11)
        return self._fill_text(text, width, ' ' * self._current_indent) + '\n\n'

    def _format_action(self, action):
        at = min(self._action_max_length + 2, self._max_help_position)
        help_width = max(self._width - at, 11)
        room = at - self._current_indent - 2
        header, indent = self._format_action_invocation(action), self._current_indent
        if not action.help:
            header = f"{'':{indent}}{header}\n"
            first = 0
        elif len(header) <= room:
            header = f"{'':{indent}}{header:<{room}}  "
            first = 0
        else:
            header = f"{'':{indent}}{header}\n"
            first = at
        parts = [header]
        if action.help and action.help.strip():
            text = self._expand_help(action)
            if text:
                lines = self._split_lines(text, help_width)
                parts.append(f"{'':{first}}{lines[0]}\n")
                for line in lines[1:]:
                    parts.append(f"{'':{at}}{line}\n")
        elif not header.endswith('\n'):
            parts.append('\n')
        for sub in self._iter_indented_subactions(action):
            parts.append(self._format_action(sub))
        return self._join_parts(parts)

    def _format_action_invocation(self, action):
        if not action.option_strings:
            return ' '.join(self._metavar_formatter(action, self._get_default_metavar_for_positional(action))(1))
        if action.nargs == 0:
            return ', '.join(action.option_strings)
        args = self._format_args(action, self._get_default_metavar_for_optional(action))
        return ', '.join([f'{option} {args}' for option in action.option_strings])

    def _metavar_formatter(self, action, default_metavar):
        if action.metavar is not None:
            result = action.metavar
        elif action.choices is not None:
            result = '{%s}' % ','.join(map(str, action.choices))
        else:
            result = default_metavar
        return lambda n: result if isinstance(result, tuple) else (result,) * n

    def _format_args(self, action, default_metavar):
        name = self._metavar_formatter(action, default_metavar)
        nargs = action.nargs
        if nargs is None:
            return '%s' % name(1)
        if nargs == OPTIONAL:
            return '[%s]' % name(1)
        if nargs == ZERO_OR_MORE:
            names = name(1)
            return '[%s [%s ...]]' % names if len(names) == 2 else '[%s ...]' % names
        if nargs == ONE_OR_MORE:
            return '%s [%s ...]' % name(2)
        if nargs == REMAINDER:
            return '...'
        if nargs == PARSER:
            return '%s ...' % name(1)
        if nargs == SUPPRESS:
            return ''
        try:
            pattern = ' '.join(['%s' for _ in range(nargs)])
        except TypeError:
            raise ValueError('invalid nargs value') from None
        return pattern % name(nargs)

    def _expand_help(self, action):
        params = dict(vars(action), prog=self._prog)
        for name in list(params):
            if params[name] is SUPPRESS:
                del params[name]
        for name in list(params):
            if hasattr(params[name], '__name__'):
                params[name] = params[name].__name__
        if params.get('choices') is not None:
            params['choices'] = ', '.join([str(c) for c in params['choices']])
        return self._get_help_string(action) % params

    def _iter_indented_subactions(self, action):
        try:
            subactions = action._get_subactions
        except AttributeError:
            return
        self._indent()
        yield from subactions()
        self._dedent()

    def _split_lines(self, text, width):
        import textwrap
        return textwrap.wrap(self._whitespace_matcher.sub(' ', text).strip(), width)

    def _fill_text(self, text, width, indent):
        import textwrap
        text = self._whitespace_matcher.sub(' ', text).strip()
        return textwrap.fill(text, width, initial_indent=indent, subsequent_indent=indent)

    def _get_help_string(self, action):
        return action.help

    def _get_default_metavar_for_optional(self, action):
        return action.dest.upper()

    def _get_default_metavar_for_positional(self, action):
        return action.dest


class RawDescriptionHelpFormatter(HelpFormatter):
    """Help message formatter which retains any formatting in descriptions."""

    def _fill_text(self, text, width, indent):
        return ''.join([indent + line for line in text.splitlines(keepends=True)])


class RawTextHelpFormatter(RawDescriptionHelpFormatter):
    """Help message formatter which retains formatting of all help text."""

    def _split_lines(self, text, width):
        return text.splitlines()


class ArgumentDefaultsHelpFormatter(HelpFormatter):
    """Help message formatter which adds default values to argument help."""

    def _get_help_string(self, action):
        text = action.help
        if text is None:
            text = ''
        if '%(default)' not in text and action.default is not SUPPRESS:
            if action.option_strings or action.nargs in (OPTIONAL, ZERO_OR_MORE):
                text += ' (default: %(default)s)'
        return text


class MetavarTypeHelpFormatter(HelpFormatter):
    """Help message formatter which uses the argument 'type' as the default metavar value."""

    def _get_default_metavar_for_optional(self, action):
        return action.type.__name__

    def _get_default_metavar_for_positional(self, action):
        return action.type.__name__


def _get_action_name(argument):
    if argument is None:
        return None
    if argument.option_strings:
        return '/'.join(argument.option_strings)
    if argument.metavar not in (None, SUPPRESS):
        return argument.metavar
    if argument.dest not in (None, SUPPRESS):
        return argument.dest
    if argument.choices:
        return '{' + ','.join(argument.choices) + '}'
    return None


class ArgumentError(Exception):
    """An error from creating or using an argument (optional or positional)."""

    def __init__(self, argument, message):
        self.argument_name = _get_action_name(argument)
        self.message = message

    def __str__(self):
        if self.argument_name is None:
            return f'{self.message}'
        return f'argument {self.argument_name}: {self.message}'


class ArgumentTypeError(Exception):
    """An error from trying to convert a command line string to a type."""


class Action(_AttributeHolder):
    """Information about how to convert command line strings to Python objects."""

    def __init__(self, option_strings, dest, nargs=None, const=None, default=None, type=None, choices=None, required=False,
                 help=None, metavar=None):
        self.option_strings, self.dest, self.nargs, self.const, self.default = option_strings, dest, nargs, const, default
        self.type, self.choices, self.required, self.help, self.metavar = type, choices, required, help, metavar

    def _get_kwargs(self):
        return [(name, getattr(self, name)) for name in ('option_strings', 'dest', 'nargs', 'const', 'default', 'type', 'choices',
                                                         'required', 'help', 'metavar')]

    def format_usage(self):
        return self.option_strings[0]

    def __call__(self, parser, namespace, values, option_string=None):
        raise NotImplementedError('.__call__() not defined')


class BooleanOptionalAction(Action):
    """An action for --foo and --no-foo."""

    def __init__(self, option_strings, dest, default=None, type=None, choices=None, required=False, help=None, metavar=None):
        names = []
        for name in option_strings:
            names.append(name)
            if name.startswith('--'):
                names.append('--no-' + name[2:])
        super().__init__(names, dest, 0, None, default, type, choices, required, help, metavar)

    def __call__(self, parser, namespace, values, option_string=None):
        if option_string in self.option_strings:
            _setattr(namespace, self.dest, not option_string.startswith('--no-'))

    def format_usage(self):
        return ' | '.join(self.option_strings)


class _StoreAction(Action):

    def __init__(self, option_strings, dest, nargs=None, const=None, default=None, type=None, choices=None, required=False,
                 help=None, metavar=None):
        if nargs == 0:
            raise ValueError('nargs for store actions must be != 0; if you have nothing to store, actions such as store true '
                             'or store const may be more appropriate')
        if const is not None and nargs != OPTIONAL:
            raise ValueError('nargs must be %r to supply const' % OPTIONAL)
        super().__init__(option_strings, dest, nargs, const, default, type, choices, required, help, metavar)

    def __call__(self, parser, namespace, values, option_string=None):
        _setattr(namespace, self.dest, values)


class _StoreConstAction(Action):

    def __init__(self, option_strings, dest, const=None, default=None, required=False, help=None, metavar=None):
        super().__init__(option_strings, dest, 0, const, default, None, None, required, help)

    def __call__(self, parser, namespace, values, option_string=None):
        _setattr(namespace, self.dest, self.const)


class _StoreTrueAction(_StoreConstAction):

    def __init__(self, option_strings, dest, default=False, required=False, help=None):
        super().__init__(option_strings, dest, True, default, required, help)


class _StoreFalseAction(_StoreConstAction):

    def __init__(self, option_strings, dest, default=True, required=False, help=None):
        super().__init__(option_strings, dest, False, default, required, help)


class _AppendAction(Action):

    def __init__(self, option_strings, dest, nargs=None, const=None, default=None, type=None, choices=None, required=False,
                 help=None, metavar=None):
        if nargs == 0:
            raise ValueError('nargs for append actions must be != 0; if arg strings are not supplying the value to append, '
                             'the append const action may be more appropriate')
        if const is not None and nargs != OPTIONAL:
            raise ValueError('nargs must be %r to supply const' % OPTIONAL)
        super().__init__(option_strings, dest, nargs, const, default, type, choices, required, help, metavar)

    def __call__(self, parser, namespace, values, option_string=None):
        items = _copied(_getattr(namespace, self.dest, None))
        items.append(values)
        _setattr(namespace, self.dest, items)


class _AppendConstAction(Action):

    def __init__(self, option_strings, dest, const=None, default=None, required=False, help=None, metavar=None):
        super().__init__(option_strings, dest, 0, const, default, None, None, required, help, metavar)

    def __call__(self, parser, namespace, values, option_string=None):
        items = _copied(_getattr(namespace, self.dest, None))
        items.append(self.const)
        _setattr(namespace, self.dest, items)


class _CountAction(Action):

    def __init__(self, option_strings, dest, default=None, required=False, help=None):
        super().__init__(option_strings, dest, 0, None, default, None, None, required, help)

    def __call__(self, parser, namespace, values, option_string=None):
        _setattr(namespace, self.dest, (_getattr(namespace, self.dest, None) or 0) + 1)


class _HelpAction(Action):

    def __init__(self, option_strings, dest=SUPPRESS, default=SUPPRESS, help=None):
        super().__init__(option_strings, dest, 0, None, default, help=help)

    def __call__(self, parser, namespace, values, option_string=None):
        parser.print_help()
        parser.exit()


class _VersionAction(Action):

    def __init__(self, option_strings, version=None, dest=SUPPRESS, default=SUPPRESS, help="show program's version number and exit"):
        super().__init__(option_strings, dest, 0, None, default, help=help)
        self.version = version

    def __call__(self, parser, namespace, values, option_string=None):
        version = self.version
        if version is None:
            version = parser.version
        formatter = parser._get_formatter()
        formatter.add_text(version)
        parser._print_message(formatter.format_help(), _sys.stdout)
        parser.exit()


class _SubParsersAction(Action):

    class _ChoicesPseudoAction(Action):

        def __init__(self, name, aliases, help):
            shown = name + (' (%s)' % ', '.join(aliases) if aliases else '')
            super().__init__([], shown, help=help, metavar=shown)

    def __init__(self, option_strings, prog, parser_class, dest=SUPPRESS, required=False, help=None, metavar=None):
        self._prog_prefix, self._parser_class = prog, parser_class
        self._name_parser_map, self._choices_actions = {}, []
        super().__init__(option_strings, dest, PARSER, None, None, None, self._name_parser_map, required, help, metavar)

    def add_parser(self, name, **kwargs):
        if kwargs.get('prog') is None:
            kwargs['prog'] = f'{self._prog_prefix} {name}'
        aliases = kwargs.pop('aliases', ())
        if name in self._name_parser_map:
            raise ArgumentError(self, f'conflicting subparser: {name}')
        for alias in aliases:
            if alias in self._name_parser_map:
                raise ArgumentError(self, f'conflicting subparser alias: {alias}')
        if 'help' in kwargs:
            self._choices_actions.append(self._ChoicesPseudoAction(name, aliases, kwargs.pop('help')))
        parser = self._parser_class(**kwargs)
        for key in (name, *aliases):
            self._name_parser_map[key] = parser
        return parser

    def _get_subactions(self):
        return self._choices_actions

    def __call__(self, parser, namespace, values, option_string=None):
        name, args = values[0], values[1:]
        if self.dest is not SUPPRESS:
            _setattr(namespace, self.dest, name)
        if name not in self._name_parser_map:
            choices = ', '.join(self._name_parser_map)
            raise ArgumentError(self, f'unknown parser {name!r} (choices: {choices})')
        # The sub-parser's defaults don't hide what was parsed before.
        found, args = self._name_parser_map[name].parse_known_args(args, None)
        for key, value in vars(found).items():
            _setattr(namespace, key, value)
        if args:
            vars(namespace).setdefault(_UNRECOGNIZED_ARGS_ATTR, [])
            getattr(namespace, _UNRECOGNIZED_ARGS_ATTR).extend(args)


class _ExtendAction(_AppendAction):

    def __call__(self, parser, namespace, values, option_string=None):
        items = _copied(_getattr(namespace, self.dest, None))
        items.extend(values)
        _setattr(namespace, self.dest, items)


class FileType:
    """Factory for creating file object types; there are no files here but the standard streams."""

    def __init__(self, mode='r', bufsize=-1, encoding=None, errors=None):
        self._mode, self._bufsize, self._encoding, self._errors = mode, bufsize, encoding, errors

    def __call__(self, string):
        if string == '-':
            if 'r' in self._mode:
                raise ArgumentTypeError("can't open '-': there is no standard input here")
            if any(c in self._mode for c in 'wax'):
                return _sys.stdout
            raise ValueError('argument "-" with mode %r' % self._mode)
        raise ArgumentTypeError(f"can't open '{string}': there are no files here")

    def __repr__(self):
        args = [repr(a) for a in (self._mode, self._bufsize) if a != -1]
        args += [f'{name}={value!r}' for name, value in (('encoding', self._encoding), ('errors', self._errors)) if value is not None]
        return f"{type(self).__name__}({', '.join(args)})"


class Namespace(_AttributeHolder):
    """Simple object for storing attributes."""

    def __init__(self, **kwargs):
        for name in kwargs:
            _setattr(self, name, kwargs[name])

    def __eq__(self, other):
        if not isinstance(other, Namespace):
            return NotImplemented
        return vars(self) == vars(other)

    def __contains__(self, key):
        return key in self.__dict__


_ACTIONS = {None: _StoreAction, 'store': _StoreAction, 'store_const': _StoreConstAction, 'store_true': _StoreTrueAction,
            'store_false': _StoreFalseAction, 'append': _AppendAction, 'append_const': _AppendConstAction, 'count': _CountAction,
            'help': _HelpAction, 'version': _VersionAction, 'parsers': _SubParsersAction, 'extend': _ExtendAction}


class _ActionsContainer:
    """What arguments can be added to: a parser or a group of arguments."""

    def __init__(self, description, prefix_chars, argument_default, conflict_handler):
        self.description, self.argument_default = description, argument_default
        self.prefix_chars, self.conflict_handler = prefix_chars, conflict_handler
        self._registries = {}
        for name, action in _ACTIONS.items():
            self.register('action', name, action)
        self._get_handler()
        self._actions, self._option_string_actions = [], {}
        self._action_groups, self._mutually_exclusive_groups = [], []
        self._defaults = {}
        self._negative_number_matcher = _re.compile(r'^-\d+$|^-\d*\.\d+$')
        self._has_negative_number_optionals = []

    def register(self, registry_name, value, object):
        self._registries.setdefault(registry_name, {})[value] = object

    def _registry_get(self, registry_name, value, default_value=None):
        return self._registries[registry_name].get(value, default_value)

    def set_defaults(self, **kwargs):
        self._defaults.update(kwargs)
        for action in self._actions:
            if action.dest in kwargs:
                action.default = kwargs[action.dest]

    def get_default(self, dest):
        for action in self._actions:
            if action.dest == dest and action.default is not None:
                return action.default
        return self._defaults.get(dest)

    def add_argument(self, *args, **kwargs):
        """add_argument(dest, ..., name=value, ...) or add_argument(option_string, option_string, ..., name=value, ...)"""
        chars = self.prefix_chars
        if not args or len(args) == 1 and args[0][0] not in chars:
            if args and 'dest' in kwargs:
                raise ValueError('dest supplied twice for positional argument')
            kwargs = self._get_positional_kwargs(*args, **kwargs)
        else:
            kwargs = self._get_optional_kwargs(*args, **kwargs)
        if 'default' not in kwargs:
            dest = kwargs['dest']
            if dest in self._defaults:
                kwargs['default'] = self._defaults[dest]
            elif self.argument_default is not None:
                kwargs['default'] = self.argument_default
        action_class = self._pop_action_class(kwargs)
        if not callable(action_class):
            raise ValueError(f'unknown action "{action_class}"')
        action = action_class(**kwargs)
        type_func = self._registry_get('type', action.type, action.type)
        if not callable(type_func):
            raise ValueError(f'{type_func!r} is not callable')
        if type_func is FileType:
            raise ValueError(f'{type_func!r} is a FileType class object, instance of it must be passed')
        if hasattr(self, '_get_formatter'):
            try:
                self._get_formatter()._format_args(action, None)
            except TypeError:
                raise ValueError('length of metavar tuple does not match nargs') from None
        return self._add_action(action)

    def add_argument_group(self, *args, **kwargs):
        group = _ArgumentGroup(self, *args, **kwargs)
        self._action_groups.append(group)
        return group

    def add_mutually_exclusive_group(self, **kwargs):
        group = _MutuallyExclusiveGroup(self, **kwargs)
        self._mutually_exclusive_groups.append(group)
        return group

    def _add_action(self, action):
        self._check_conflict(action)
        self._actions.append(action)
        action.container = self
        for option in action.option_strings:
            self._option_string_actions[option] = action
            if self._negative_number_matcher.match(option) and not self._has_negative_number_optionals:
                self._has_negative_number_optionals.append(True)
        return action

    def _remove_action(self, action):
        self._actions.remove(action)

    def _add_container_actions(self, container):
        by_title = {}
        for group in self._action_groups:
            if group.title in by_title:
                raise ValueError(f'cannot merge actions - two groups are named {group.title!r}')
            by_title[group.title] = group
        home = {}
        for group in container._action_groups:
            if group.title not in by_title:
                by_title[group.title] = self.add_argument_group(title=group.title, description=group.description,
                                                                conflict_handler=group.conflict_handler)
            for action in group._group_actions:
                home[action] = by_title[group.title]
        for group in container._mutually_exclusive_groups:
            new = self.add_mutually_exclusive_group(required=group.required)
            for action in group._group_actions:
                home[action] = new
        for action in container._actions:
            home.get(action, self)._add_action(action)

    def _get_positional_kwargs(self, dest, **kwargs):
        if 'required' in kwargs:
            raise TypeError("'required' is an invalid argument for positionals")
        nargs = kwargs.get('nargs')
        if nargs not in (OPTIONAL, ZERO_OR_MORE, REMAINDER, SUPPRESS, 0):
            kwargs['required'] = True
        if nargs == ZERO_OR_MORE and 'default' not in kwargs:
            kwargs['required'] = True
        return dict(kwargs, dest=dest, option_strings=[])

    def _get_optional_kwargs(self, *args, **kwargs):
        options, long = [], []
        for option in args:
            if option[0] not in self.prefix_chars:
                raise ValueError(f'invalid option string {option!r}: must start with a character {self.prefix_chars!r}')
            options.append(option)
            if len(option) > 1 and option[1] in self.prefix_chars:
                long.append(option)
        dest = kwargs.pop('dest', None)
        if dest is None:
            of = long[0] if long else options[0]
            dest = of.lstrip(self.prefix_chars)
            if not dest:
                raise ValueError(f'dest= is required for options like {of!r}')
            dest = dest.replace('-', '_')
        return dict(kwargs, dest=dest, option_strings=options)

    def _pop_action_class(self, kwargs, default=None):
        action = kwargs.pop('action', default)
        return self._registry_get('action', action, action)

    def _get_handler(self):
        name = f'_handle_conflict_{self.conflict_handler}'
        try:
            return _getattr(self, name)
        except AttributeError:
            raise ValueError(f'invalid conflict_resolution value: {self.conflict_handler!r}') from None

    def _check_conflict(self, action):
        found = [(option, self._option_string_actions[option]) for option in action.option_strings if option in self._option_string_actions]
        if found:
            self._get_handler()(action, found)

    def _handle_conflict_error(self, action, conflicting):
        names = ', '.join([option for option, _ in conflicting])
        raise ArgumentError(action, f"conflicting option string{'s' if len(conflicting) > 1 else ''}: {names}")

    def _handle_conflict_resolve(self, action, conflicting):
        for option, other in conflicting:
            other.option_strings.remove(option)
            self._option_string_actions.pop(option, None)
            if not other.option_strings:
                other.container._remove_action(other)


class _ArgumentGroup(_ActionsContainer):

    def __init__(self, container, title=None, description=None, **kwargs):
        kwargs.setdefault('conflict_handler', container.conflict_handler)
        kwargs.setdefault('prefix_chars', container.prefix_chars)
        kwargs.setdefault('argument_default', container.argument_default)
        super().__init__(description=description, **kwargs)
        self.title = title
        self._group_actions = []
        for name in ('_registries', '_actions', '_option_string_actions', '_defaults', '_has_negative_number_optionals',
                     '_mutually_exclusive_groups'):
            setattr(self, name, getattr(container, name))

    def _add_action(self, action):
        action = super()._add_action(action)
        self._group_actions.append(action)
        return action

    def _remove_action(self, action):
        super()._remove_action(action)
        self._group_actions.remove(action)

    def add_argument_group(self, *args, **kwargs):
        import warnings
        warnings.warn('Nesting argument groups is deprecated.', category=DeprecationWarning, stacklevel=2)
        return super().add_argument_group(*args, **kwargs)


class _MutuallyExclusiveGroup(_ArgumentGroup):

    def __init__(self, container, required=False):
        super().__init__(container)
        self.required, self._container = required, container

    def _add_action(self, action):
        if action.required:
            raise ValueError('mutually exclusive arguments must be optional')
        action = self._container._add_action(action)
        self._group_actions.append(action)
        return action

    def _remove_action(self, action):
        self._container._remove_action(action)
        self._group_actions.remove(action)

    def add_mutually_exclusive_group(self, *args, **kwargs):
        import warnings
        warnings.warn('Nesting mutually exclusive groups is deprecated.', category=DeprecationWarning, stacklevel=2)
        return super().add_mutually_exclusive_group(*args, **kwargs)


class ArgumentParser(_AttributeHolder, _ActionsContainer):
    """Object for parsing command line strings into Python objects."""

    def __init__(self, prog=None, usage=None, description=None, epilog=None, parents=[], formatter_class=HelpFormatter,
                 prefix_chars='-', fromfile_prefix_chars=None, argument_default=None, conflict_handler='error', add_help=True,
                 allow_abbrev=True, exit_on_error=True):
        _ActionsContainer.__init__(self, description, prefix_chars, argument_default, conflict_handler)
        if prog is None:
            prog = _os.path.basename(_sys.argv[0])
        self.prog, self.usage, self.epilog, self.formatter_class = prog, usage, epilog, formatter_class
        self.fromfile_prefix_chars, self.add_help, self.allow_abbrev = fromfile_prefix_chars, add_help, allow_abbrev
        self.exit_on_error = exit_on_error
        self._positionals = self.add_argument_group('positional arguments')
        self._optionals = self.add_argument_group('options')
        self._subparsers = None
        self.register('type', None, _identity)
        c = '-' if '-' in prefix_chars else prefix_chars[0]
        if add_help:
            self.add_argument(c + 'h', c * 2 + 'help', action='help', default=SUPPRESS, help='show this help message and exit')
        for parent in parents:
            if not isinstance(parent, ArgumentParser):
                raise TypeError('parents must be a list of ArgumentParser')
            self._add_container_actions(parent)
            self._defaults.update(parent._defaults)

    def _get_kwargs(self):
        return [(name, getattr(self, name)) for name in ('prog', 'usage', 'description', 'formatter_class', 'conflict_handler', 'add_help')]

    def add_subparsers(self, **kwargs):
        if self._subparsers is not None:
            raise ArgumentError(None, 'cannot have multiple subparser arguments')
        kwargs.setdefault('parser_class', type(self))
        if 'title' in kwargs or 'description' in kwargs:
            self._subparsers = self.add_argument_group(kwargs.pop('title', 'subcommands'), kwargs.pop('description', None))
        else:
            self._subparsers = self._positionals
        if kwargs.get('prog') is None:
            formatter = self._get_formatter()
            formatter.add_usage(self.usage, self._get_positional_actions(), self._mutually_exclusive_groups, '')
            kwargs['prog'] = formatter.format_help().strip()
        action = self._pop_action_class(kwargs, 'parsers')(option_strings=[], **kwargs)
        self._subparsers._add_action(action)
        return action

    def _add_action(self, action):
        (self._optionals if action.option_strings else self._positionals)._add_action(action)
        return action

    def _get_optional_actions(self):
        return [action for action in self._actions if action.option_strings]

    def _get_positional_actions(self):
        return [action for action in self._actions if not action.option_strings]

    def parse_args(self, args=None, namespace=None):
        args, rest = self.parse_known_args(args, namespace)
        if rest:
            self.error('unrecognized arguments: %s' % ' '.join(rest))
        return args

    def parse_known_args(self, args=None, namespace=None):
        args = _sys.argv[1:] if args is None else list(args)
        if namespace is None:
            namespace = Namespace()
        for action in self._actions:
            if action.dest is not SUPPRESS and not _has(namespace, action.dest) and action.default is not SUPPRESS:
                _setattr(namespace, action.dest, action.default)
        for dest in self._defaults:
            if not _has(namespace, dest):
                _setattr(namespace, dest, self._defaults[dest])
        if self.exit_on_error:
            try:
                namespace, args = self._parse_known_args(args, namespace)
            except ArgumentError as e:
                self.error(str(e))
        else:
            namespace, args = self._parse_known_args(args, namespace)
        if _has(namespace, _UNRECOGNIZED_ARGS_ATTR):
            args.extend(getattr(namespace, _UNRECOGNIZED_ARGS_ATTR))
            delattr(namespace, _UNRECOGNIZED_ARGS_ATTR)
        return namespace, args

    def _parse_known_args(self, arg_strings, namespace):
        if self.fromfile_prefix_chars is not None:
            arg_strings = self._read_args_from_files(arg_strings)
        return _Parse(self, arg_strings, namespace).run()

    def _read_args_from_files(self, arg_strings):
        for arg in arg_strings:
            if arg and arg[0] in self.fromfile_prefix_chars:
                self.error(f'there are no files here: {arg[1:]!r}')
        return arg_strings

    def convert_arg_line_to_args(self, arg_line):
        return [arg_line]

    def _match_argument(self, action, pattern):
        match = _re.match(self._get_nargs_pattern(action), pattern)
        if match is None:
            messages = {None: 'expected one argument', OPTIONAL: 'expected at most one argument', ONE_OR_MORE: 'expected at least one argument'}
            message = messages.get(action.nargs)
            if message is None:
                message = f"expected {action.nargs} argument{'' if action.nargs == 1 else 's'}"
            raise ArgumentError(action, message)
        return len(match.group(1))

    def _match_arguments_partial(self, actions, pattern):
        """How many arguments each of as many actions as possible takes."""
        for n in range(len(actions), 0, -1):
            match = _re.match(''.join([self._get_nargs_pattern(a) for a in actions[:n]]), pattern)
            if match is not None:
                return [len(s) for s in match.groups()]
        return []

    def _parse_optional(self, arg):
        """What an argument that may be an option stands for: the action, the option, and a value after '='; None if it is none."""
        if not arg or arg[0] not in self.prefix_chars:
            return None
        if arg in self._option_string_actions:
            return self._option_string_actions[arg], arg, None, None
        if len(arg) == 1:
            return None
        option, sep, value = arg.partition('=')
        if sep and option in self._option_string_actions:
            return self._option_string_actions[option], option, sep, value
        found = self._get_option_tuples(arg)
        if len(found) > 1:
            options = ', '.join([option for _, option, _, _ in found])
            raise ArgumentError(None, f'ambiguous option: {arg} could match {options}')
        if len(found) == 1:
            return found[0]
        if self._negative_number_matcher.match(arg) and not self._has_negative_number_optionals:
            return None
        if ' ' in arg:
            return None
        return None, arg, None, None

    def _get_option_tuples(self, arg):
        chars, found = self.prefix_chars, []
        if arg[0] in chars and arg[1] in chars:
            if self.allow_abbrev:
                prefix, sep, value = arg.partition('=')
                if not sep:
                    sep = value = None
                found = [(a, option, sep, value) for option, a in self._option_string_actions.items() if option.startswith(prefix)]
        elif arg[0] in chars and arg[1] not in chars:
            short, value = arg[:2], arg[2:]
            for option, a in self._option_string_actions.items():
                if option == short:
                    found.append((a, option, '', value))
                elif option.startswith(arg):
                    found.append((a, option, None, None))
        else:
            raise ArgumentError(None, f'unexpected option string: {arg}')
        return found

    def _get_nargs_pattern(self, action):
        nargs = action.nargs
        if nargs is None:
            pattern = '(-*A-*)'
        elif nargs == OPTIONAL:
            pattern = '(-*A?-*)'
        elif nargs == ZERO_OR_MORE:
            pattern = '(-*[A-]*)'
        elif nargs == ONE_OR_MORE:
            pattern = '(-*A[A-]*)'
        elif nargs == REMAINDER:
            pattern = '([-AO]*)'
        elif nargs == PARSER:
            pattern = '(-*A[-AO]*)'
        elif nargs == SUPPRESS:
            pattern = '(-*-*)'
        else:
            pattern = '(-*%s-*)' % '-*'.join('A' * nargs)
        if action.option_strings:
            pattern = pattern.replace('-*', '').replace('-', '')
        return pattern

    def parse_intermixed_args(self, args=None, namespace=None):
        args, rest = self.parse_known_intermixed_args(args, namespace)
        if rest:
            self.error('unrecognized arguments: %s' % ' '.join(rest))
        return args

    def parse_known_intermixed_args(self, args=None, namespace=None):
        positionals = self._get_positional_actions()
        if any(a.nargs in (PARSER, REMAINDER) for a in positionals):
            raise TypeError('parse_intermixed_args: positional arg with nargs=%s' % [a.nargs for a in positionals if a.nargs in (PARSER, REMAINDER)][0])
        for group in self._mutually_exclusive_groups:
            if any(a in positionals for a in group._group_actions):
                raise TypeError('parse_intermixed_args: positional in mutuallyExclusiveGroup')
        usage = self.usage
        try:
            if usage is None:
                self.usage = self.format_usage()[7:]
            saved = [(a, a.nargs, a.default) for a in positionals]
            try:
                for a in positionals:
                    a.nargs = a.default = SUPPRESS
                namespace, rest = self.parse_known_args(args, namespace)
                for a, _, _ in saved:
                    if _has(namespace, a.dest) and _getattr(namespace, a.dest) == []:
                        _delattr(namespace, a.dest)
            finally:
                for a, nargs, default in saved:
                    a.nargs, a.default = nargs, default
            optionals = self._get_optional_actions()
            required = [(x, x.required) for x in optionals + self._mutually_exclusive_groups]
            try:
                for x, _ in required:
                    x.required = False
                namespace, rest = self.parse_known_args(rest, namespace)
            finally:
                for x, was in required:
                    x.required = was
        finally:
            self.usage = usage
        return namespace, rest

    def _get_values(self, action, arg_strings):
        if action.nargs not in (PARSER, REMAINDER):
            try:
                arg_strings.remove('--')
            except ValueError:
                pass
        nargs = action.nargs
        if not arg_strings and nargs == OPTIONAL:
            value = action.const if action.option_strings else action.default
            if isinstance(value, str):
                value = self._get_value(action, value)
                self._check_value(action, value)
        elif not arg_strings and nargs == ZERO_OR_MORE and not action.option_strings:
            value = action.default if action.default is not None else []
            if action.default is not None:
                self._check_value(action, value)
        elif len(arg_strings) == 1 and nargs in (None, OPTIONAL):
            value = self._get_value(action, arg_strings[0])
            self._check_value(action, value)
        elif nargs == REMAINDER:
            value = [self._get_value(action, s) for s in arg_strings]
        elif nargs == PARSER:
            value = [self._get_value(action, s) for s in arg_strings]
            self._check_value(action, value[0])
        elif nargs == SUPPRESS:
            value = SUPPRESS
        else:
            value = [self._get_value(action, s) for s in arg_strings]
            for v in value:
                self._check_value(action, v)
        return value

    def _get_value(self, action, arg):
        convert = self._registry_get('type', action.type, action.type)
        if not callable(convert):
            raise ArgumentError(action, f'{convert!r} is not callable')
        try:
            return convert(arg)
        except ArgumentTypeError as e:
            raise ArgumentError(action, str(e)) from None
        except (TypeError, ValueError):
            name = getattr(action.type, '__name__', repr(action.type))
            raise ArgumentError(action, f'invalid {name} value: {arg!r}') from None

    def _check_value(self, action, value):
        if action.choices is not None and value not in action.choices:
            choices = ', '.join(map(repr, action.choices))
            raise ArgumentError(action, f'invalid choice: {value!r} (choose from {choices})')

    def format_usage(self):
        formatter = self._get_formatter()
        formatter.add_usage(self.usage, self._actions, self._mutually_exclusive_groups)
        return formatter.format_help()

    def format_help(self):
        formatter = self._get_formatter()
        formatter.add_usage(self.usage, self._actions, self._mutually_exclusive_groups)
        formatter.add_text(self.description)
        for group in self._action_groups:
            formatter.start_section(group.title)
            formatter.add_text(group.description)
            formatter.add_arguments(group._group_actions)
            formatter.end_section()
        formatter.add_text(self.epilog)
        return formatter.format_help()

    def _get_formatter(self):
        return self.formatter_class(prog=self.prog)

    def print_usage(self, file=None):
        self._print_message(self.format_usage(), _sys.stdout if file is None else file)

    def print_help(self, file=None):
        self._print_message(self.format_help(), _sys.stdout if file is None else file)

    def _print_message(self, message, file=None):
        if message:
            file = file or _sys.stderr
            try:
                file.write(message)
            except (AttributeError, OSError):
                pass

    def exit(self, status=0, message=None):
        if message:
            self._print_message(message, _sys.stderr)
        _sys.exit(status)

    def error(self, message):
        """Prints a usage message incorporating the message to stderr and exits."""
        self.print_usage(_sys.stderr)
        self.exit(2, f'{self.prog}: error: {message}\n')


def _identity(value):
    return value


_absent = object()


def _has(namespace, name):
    return _getattr(namespace, name, _absent) is not _absent


class _Parse:
    """One run of a parser over a list of arguments."""

    def __init__(self, parser, args, namespace):
        self.parser, self.args, self.namespace = parser, args, namespace
        self.rivals = {}
        for group in parser._mutually_exclusive_groups:
            for i, action in enumerate(group._group_actions):
                self.rivals.setdefault(action, []).extend(group._group_actions[:i] + group._group_actions[i + 1:])
        self.options, kinds = {}, []
        rest = iter(args)
        for i, arg in enumerate(rest):
            if arg == '--':
                kinds += '-' + 'A' * (len(args) - i - 1)
                break
            found = parser._parse_optional(arg)
            if found is None:
                kinds.append('A')
            else:
                self.options[i] = found
                kinds.append('O')
        self.pattern = ''.join(kinds)
        self.seen, self.seen_non_default = set(), set()
        self.extras = []
        self.positionals = parser._get_positional_actions()

    def take(self, action, arg_strings, option=None):
        self.seen.add(action)
        values = self.parser._get_values(action, arg_strings)
        if values is not action.default:
            self.seen_non_default.add(action)
            for rival in self.rivals.get(action, ()):
                if rival in self.seen_non_default:
                    raise ArgumentError(action, f'not allowed with argument {_get_action_name(rival)}')
        if values is not SUPPRESS:
            action(self.parser, self.namespace, values, option)

    def optional(self, start):
        """Take the option at a place, and its arguments; gives the place after them."""
        action, option, sep, value = self.options[start]
        parser, taken = self.parser, []
        while True:
            if action is None:
                self.extras.append(self.args[start])
                return start + 1
            if value is not None:
                n = parser._match_argument(action, 'A')
                if n == 0 and option[1] not in parser.prefix_chars and value != '':
                    if sep or value[0] in parser.prefix_chars:
                        raise ArgumentError(action, f'ignored explicit argument {value!r}')
                    taken.append((action, [], option))
                    # What follows a short flag may be another one.
                    given = value
                    option = option[0] + value[0]
                    value = value[1:] or None
                    if value is None:
                        sep = None
                    elif value[0] == '=':
                        sep, value = '=', value[1:]
                    else:
                        sep = ''
                    if option not in parser._option_string_actions:
                        raise ArgumentError(taken[-1][0], f'ignored explicit argument {given!r}')
                    action = parser._option_string_actions[option]
                    continue
                if n == 1:
                    stop, given = start + 1, [value]
                    taken.append((action, given, option))
                    break
                raise ArgumentError(action, f'ignored explicit argument {value!r}')
            n = parser._match_argument(action, self.pattern[start + 1:])
            stop = start + 1 + n
            taken.append((action, self.args[start + 1:stop], option))
            break
        for action, given, option in taken:
            self.take(action, given, option)
        return stop

    def positional(self, start):
        """Take as many positional arguments as can be from a place on; gives the place after them."""
        counts = self.parser._match_arguments_partial(self.positionals, self.pattern[start:])
        for action, n in zip(self.positionals, counts):
            given = self.args[start:start + n]
            start += n
            self.take(action, given)
        self.positionals = self.positionals[len(counts):]
        return start

    def run(self):
        at, last = 0, max(self.options, default=-1)
        while at <= last:
            nearest = min(i for i in self.options if i >= at)
            if at != nearest:
                after = self.positional(at)
                if after > at:
                    at = after
                    continue
            if at not in self.options:
                self.extras += self.args[at:nearest]
                at = nearest
            at = self.optional(at)
        at = self.positional(at)
        self.extras += self.args[at:]
        self.finish()
        return self.namespace, self.extras

    def finish(self):
        parser, missing = self.parser, []
        for action in parser._actions:
            if action in self.seen:
                continue
            if action.required:
                missing.append(_get_action_name(action))
            elif (action.default is not None and isinstance(action.default, str) and _has(self.namespace, action.dest)
                    and action.default is _getattr(self.namespace, action.dest)):
                _setattr(self.namespace, action.dest, parser._get_value(action, action.default))
        if missing:
            raise ArgumentError(None, 'the following arguments are required: %s' % ', '.join(missing))
        for group in parser._mutually_exclusive_groups:
            if group.required and not any(a in self.seen_non_default for a in group._group_actions):
                names = [_get_action_name(a) for a in group._group_actions if a.help is not SUPPRESS]
                raise ArgumentError(None, 'one of the arguments %s is required' % ' '.join(names))
