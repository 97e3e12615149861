"""Configuration file parser: sections of options, as in INI files."""
import re as _re
from collections import ChainMap as _ChainMap
from collections.abc import MutableMapping as _MutableMapping

__all__ = ("NoSectionError", "DuplicateOptionError", "DuplicateSectionError", "NoOptionError", "InterpolationError",
           "InterpolationDepthError", "InterpolationMissingOptionError", "InterpolationSyntaxError", "ParsingError",
           "MissingSectionHeaderError", "ConfigParser", "RawConfigParser", "Interpolation", "BasicInterpolation",
           "ExtendedInterpolation", "LegacyInterpolation", "SectionProxy", "ConverterMapping", "DEFAULTSECT",
           "MAX_INTERPOLATION_DEPTH")

DEFAULTSECT = "DEFAULT"
MAX_INTERPOLATION_DEPTH = 10
_UNSET = object()
_default_dict = dict


class Error(Exception):
    """Base class for ConfigParser exceptions."""

    def __init__(self, msg=""):
        self.message = msg
        Exception.__init__(self, msg)

    def __repr__(self):
        return self.message

    __str__ = __repr__


class NoSectionError(Error):
    """Raised when no section matches a requested option."""

    def __init__(self, section):
        Error.__init__(self, "No section: %r" % (section,))
        self.section = section
        self.args = (section,)


def _place(source, lineno):
    return ["While reading from ", repr(source)] + ([] if lineno is None else [" [line {0:2d}]".format(lineno)])


class DuplicateSectionError(Error):
    """Raised when a section is repeated in an input source, or added twice."""

    def __init__(self, section, source=None, lineno=None):
        msg = [repr(section), " already exists"]
        if source is not None:
            msg = _place(source, lineno) + [": section "] + msg
        else:
            msg.insert(0, "Section ")
        Error.__init__(self, "".join(msg))
        self.section = section
        self.source = source
        self.lineno = lineno
        self.args = (section, source, lineno)


class DuplicateOptionError(Error):
    """Raised by strict parsers when an option is repeated in an input source."""

    def __init__(self, section, option, source=None, lineno=None):
        msg = [repr(option), " in section ", repr(section), " already exists"]
        if source is not None:
            msg = _place(source, lineno) + [": option "] + msg
        else:
            msg.insert(0, "Option ")
        Error.__init__(self, "".join(msg))
        self.section = section
        self.option = option
        self.source = source
        self.lineno = lineno
        self.args = (section, option, source, lineno)


class NoOptionError(Error):
    """A requested option was not found."""

    def __init__(self, option, section):
        Error.__init__(self, "No option %r in section: %r" % (option, section))
        self.option = option
        self.section = section
        self.args = (option, section)


class InterpolationError(Error):
    """Base class for interpolation-related exceptions."""

    def __init__(self, option, section, msg):
        Error.__init__(self, msg)
        self.option = option
        self.section = section
        self.args = (option, section, msg)


class InterpolationMissingOptionError(InterpolationError):
    """A string substitution required a setting which was not available."""

    def __init__(self, option, section, rawval, reference):
        msg = ("Bad value substitution: option {!r} in section {!r} contains an interpolation key {!r} which is not a "
               "valid option name. Raw value: {!r}".format(option, section, reference, rawval))
        InterpolationError.__init__(self, option, section, msg)
        self.reference = reference
        self.args = (option, section, rawval, reference)


class InterpolationSyntaxError(InterpolationError):
    """Raised when the source text contains invalid syntax."""


class InterpolationDepthError(InterpolationError):
    """Raised when substitutions are nested too deeply."""

    def __init__(self, option, section, rawval):
        msg = ("Recursion limit exceeded in value substitution: option {!r} in section {!r} contains an interpolation "
               "key which cannot be substituted in {} steps. Raw value: {!r}".format(
                   option, section, MAX_INTERPOLATION_DEPTH, rawval))
        InterpolationError.__init__(self, option, section, msg)
        self.args = (option, section, rawval)


class ParsingError(Error):
    """Raised when a configuration file does not follow legal syntax."""

    def __init__(self, source):
        super().__init__(f"Source contains parsing errors: {source!r}")
        self.source = source
        self.errors = []
        self.args = (source,)

    def append(self, lineno, line):
        self.errors.append((lineno, line))
        self.message += "\n\t[line %2d]: %s" % (lineno, line)


class MissingSectionHeaderError(ParsingError):
    """Raised when a key-value pair is found before any section header."""

    def __init__(self, filename, lineno, line):
        Error.__init__(self, "File contains no section headers.\nfile: %r, line: %d\n%r" % (filename, lineno, line))
        self.source = filename
        self.lineno = lineno
        self.line = line
        self.args = (filename, lineno, line)


class Interpolation:
    """Dummy interpolation that passes the value through with no changes."""

    def before_get(self, parser, section, option, value, defaults):
        return value

    def before_set(self, parser, section, option, value):
        return value

    def before_read(self, parser, section, option, value):
        return value

    def before_write(self, parser, section, option, value):
        return value


class BasicInterpolation(Interpolation):
    """Interpolation of %(name)s from the same section or the defaults."""
    _KEYCRE = _re.compile(r"%\(([^)]+)\)s")

    def before_get(self, parser, section, option, value, defaults):
        out = []
        self._interpolate_some(parser, option, out, value, section, defaults, 1)
        return "".join(out)

    def before_set(self, parser, section, option, value):
        left = self._KEYCRE.sub("", value.replace("%%", ""))
        if "%" in left:
            raise ValueError("invalid interpolation syntax in %r at position %d" % (value, left.find("%")))
        return value

    def _interpolate_some(self, parser, option, accum, rest, section, map, depth):
        rawval = parser.get(section, option, raw=True, fallback=rest)
        if depth > MAX_INTERPOLATION_DEPTH:
            raise InterpolationDepthError(option, section, rawval)
        while rest:
            p = rest.find("%")
            if p < 0:
                accum.append(rest)
                return
            if p > 0:
                accum.append(rest[:p])
                rest = rest[p:]
            c = rest[1:2]
            if c == "%":
                accum.append("%")
                rest = rest[2:]
            elif c == "(":
                m = self._KEYCRE.match(rest)
                if m is None:
                    raise InterpolationSyntaxError(option, section, "bad interpolation variable reference %r" % rest)
                var = parser.optionxform(m.group(1))
                rest = rest[m.end():]
                try:
                    v = map[var]
                except KeyError:
                    raise InterpolationMissingOptionError(option, section, rawval, var) from None
                if "%" in v:
                    self._interpolate_some(parser, option, accum, v, section, map, depth + 1)
                else:
                    accum.append(v)
            else:
                raise InterpolationSyntaxError(option, section, "'%%' must be followed by '%%' or '(', found: %r" % (rest,))


class ExtendedInterpolation(Interpolation):
    """Interpolation of ${option} and ${section:option}."""
    _KEYCRE = _re.compile(r"\$\{([^}]+)\}")

    def before_get(self, parser, section, option, value, defaults):
        out = []
        self._interpolate_some(parser, option, out, value, section, defaults, 1)
        return "".join(out)

    def before_set(self, parser, section, option, value):
        left = self._KEYCRE.sub("", value.replace("$$", ""))
        if "$" in left:
            raise ValueError("invalid interpolation syntax in %r at position %d" % (value, left.find("$")))
        return value

    def _interpolate_some(self, parser, option, accum, rest, section, map, depth):
        rawval = parser.get(section, option, raw=True, fallback=rest)
        if depth > MAX_INTERPOLATION_DEPTH:
            raise InterpolationDepthError(option, section, rawval)
        while rest:
            p = rest.find("$")
            if p < 0:
                accum.append(rest)
                return
            if p > 0:
                accum.append(rest[:p])
                rest = rest[p:]
            c = rest[1:2]
            if c == "$":
                accum.append("$")
                rest = rest[2:]
            elif c == "{":
                m = self._KEYCRE.match(rest)
                if m is None:
                    raise InterpolationSyntaxError(option, section, "bad interpolation variable reference %r" % rest)
                path = m.group(1).split(":")
                rest = rest[m.end():]
                sect, opt = section, option
                try:
                    if len(path) == 1:
                        opt = parser.optionxform(path[0])
                        v = map[opt]
                    elif len(path) == 2:
                        sect = path[0]
                        opt = parser.optionxform(path[1])
                        v = parser.get(sect, opt, raw=True)
                    else:
                        raise InterpolationSyntaxError(option, section, "More than one ':' found: %r" % (rest,))
                except (KeyError, NoSectionError, NoOptionError):
                    raise InterpolationMissingOptionError(option, section, rawval, ":".join(path)) from None
                if "$" in v:
                    self._interpolate_some(parser, opt, accum, v, sect, dict(parser.items(sect, raw=True)), depth + 1)
                else:
                    accum.append(v)
            else:
                raise InterpolationSyntaxError(option, section, "'$' must be followed by '$' or '{', found: %r" % (rest,))


class LegacyInterpolation(Interpolation):
    """The interpolation of old: the % operator, again and again."""
    _KEYCRE = _re.compile(r"%\(([^)]*)\)s|.")

    def before_get(self, parser, section, option, value, vars):
        rawval = value
        for _ in range(MAX_INTERPOLATION_DEPTH):
            if not (value and "%(" in value):
                return value
            value = self._KEYCRE.sub(lambda m: m.group() if m.group(1) is None else "%%(%s)s" % parser.optionxform(m.group(1)), value)
            try:
                value = value % vars
            except KeyError as e:
                raise InterpolationMissingOptionError(option, section, rawval, e.args[0]) from None
        if value and "%(" in value:
            raise InterpolationDepthError(option, section, rawval)
        return value

    def before_set(self, parser, section, option, value):
        return value


class RawConfigParser(_MutableMapping):
    """ConfigParser that does not do interpolation."""
    _SECT_TMPL = r"\[(?P<header>.+)\]"
    SECTCRE = _re.compile(_SECT_TMPL, _re.VERBOSE)
    NONSPACECRE = _re.compile(r"\S")
    BOOLEAN_STATES = {"1": True, "yes": True, "true": True, "on": True, "0": False, "no": False, "false": False, "off": False}
    _DEFAULT_INTERPOLATION = Interpolation()

    def __init__(self, defaults=None, dict_type=_default_dict, allow_no_value=False, *, delimiters=("=", ":"),
                 comment_prefixes=("#", ";"), inline_comment_prefixes=None, strict=True, empty_lines_in_values=True,
                 default_section=DEFAULTSECT, interpolation=_UNSET, converters=_UNSET):
        self._dict = dict_type
        self._sections = self._dict()
        self._defaults = self._dict()
        self._converters = ConverterMapping(self)
        self._proxies = self._dict()
        self._proxies[default_section] = SectionProxy(self, default_section)
        self._delimiters = tuple(delimiters)
        self._optcre = self._option_pattern(self._delimiters, allow_no_value)
        self.OPTCRE = self.OPTCRE_NV = self._optcre
        self._comment_prefixes = tuple(comment_prefixes or ())
        self._inline_comment_prefixes = tuple(inline_comment_prefixes or ())
        self._strict = strict
        self._allow_no_value = allow_no_value
        self._empty_lines_in_values = empty_lines_in_values
        self.default_section = default_section
        self._interpolation = interpolation
        if self._interpolation is _UNSET:
            self._interpolation = self._DEFAULT_INTERPOLATION
        if self._interpolation is None:
            self._interpolation = Interpolation()
        if not isinstance(self._interpolation, Interpolation):
            raise TypeError(f"interpolation= must be None or an instance of Interpolation; got an object of type {type(self._interpolation)}")
        if converters is not _UNSET:
            self._converters.update(converters)
        if defaults:
            self._read_defaults(defaults)

    @staticmethod
    def _option_pattern(delimiters, bare):
        d = "|".join(_re.escape(x) for x in delimiters)
        if bare:
            return _re.compile(rf"(?P<option>.*?)\s*(?:(?P<vi>{d})\s*(?P<value>.*))?$")
        return _re.compile(rf"(?P<option>.*?)\s*(?:(?P<vi>{d})\s*(?P<value>.*))$")

    def defaults(self):
        return self._defaults

    def sections(self):
        """Return a list of section names, excluding [DEFAULT]"""
        return list(self._sections.keys())

    def add_section(self, section):
        """Create a new section in the configuration."""
        if section == self.default_section:
            raise ValueError("Invalid section name: %r" % section)
        if section in self._sections:
            raise DuplicateSectionError(section)
        self._sections[section] = self._dict()
        self._proxies[section] = SectionProxy(self, section)

    def has_section(self, section):
        return section in self._sections

    def options(self, section):
        """Return a list of option names for the given section name."""
        try:
            opts = self._sections[section].copy()
        except KeyError:
            raise NoSectionError(section) from None
        opts.update(self._defaults)
        return list(opts.keys())

    def read(self, filenames, encoding=None):
        """There are no files here: as in CPython, those that can't be opened are ignored."""
        return []

    def read_file(self, f, source=None):
        """Like read() but the argument must be a file-like object."""
        if source is None:
            try:
                source = f.name
            except AttributeError:
                source = "<???>"
        self._read(f, source)

    def read_string(self, string, source="<string>"):
        """Read configuration from a given string."""
        from io import StringIO
        self._read(StringIO(string), source)

    def read_dict(self, dictionary, source="<dict>"):
        """Read configuration from a dictionary."""
        added = set()
        for section, keys in dictionary.items():
            section = str(section)
            try:
                self.add_section(section)
            except (DuplicateSectionError, ValueError):
                if self._strict and section in added:
                    raise
            added.add(section)
            for key, value in keys.items():
                key = self.optionxform(str(key))
                if value is not None:
                    value = str(value)
                if self._strict and (section, key) in added:
                    raise DuplicateOptionError(section, key, source)
                added.add((section, key))
                self.set(section, key, value)

    def get(self, section, option, *, raw=False, vars=None, fallback=_UNSET):
        """Get an option value for a given section."""
        try:
            d = self._unify_values(section, vars)
        except NoSectionError:
            if fallback is _UNSET:
                raise
            return fallback
        option = self.optionxform(option)
        try:
            value = d[option]
        except KeyError:
            if fallback is _UNSET:
                raise NoOptionError(option, section)
            return fallback
        if raw or value is None:
            return value
        return self._interpolation.before_get(self, section, option, value, d)

    def _get(self, section, conv, option, **kwargs):
        return conv(self.get(section, option, **kwargs))

    def _get_conv(self, section, option, conv, *, raw=False, vars=None, fallback=_UNSET, **kwargs):
        try:
            return self._get(section, conv, option, raw=raw, vars=vars, **kwargs)
        except (NoSectionError, NoOptionError):
            if fallback is _UNSET:
                raise
            return fallback

    def getint(self, section, option, *, raw=False, vars=None, fallback=_UNSET, **kwargs):
        return self._get_conv(section, option, int, raw=raw, vars=vars, fallback=fallback, **kwargs)

    def getfloat(self, section, option, *, raw=False, vars=None, fallback=_UNSET, **kwargs):
        return self._get_conv(section, option, float, raw=raw, vars=vars, fallback=fallback, **kwargs)

    def getboolean(self, section, option, *, raw=False, vars=None, fallback=_UNSET, **kwargs):
        return self._get_conv(section, option, self._convert_to_boolean, raw=raw, vars=vars, fallback=fallback, **kwargs)

    def items(self, section=_UNSET, raw=False, vars=None):
        """Return a list of (name, value) tuples for each option in a section."""
        if section is _UNSET:
            return super().items()
        d = self._defaults.copy()
        try:
            d.update(self._sections[section])
        except KeyError:
            if section != self.default_section:
                raise NoSectionError(section)
        orig = list(d.keys())
        if vars:
            for key, value in vars.items():
                d[self.optionxform(key)] = value
        if raw:
            return [(option, d[option]) for option in orig]
        return [(option, self._interpolation.before_get(self, section, option, d[option], d)
                 if d[option] is not None else None) for option in orig]

    def popitem(self):
        for key in self.sections():
            value = self[key]
            del self[key]
            return key, value
        raise KeyError

    def optionxform(self, optionstr):
        return optionstr.lower()

    def has_option(self, section, option):
        """Check for the existence of a given option in a given section."""
        if not section or section == self.default_section:
            return self.optionxform(option) in self._defaults
        if section not in self._sections:
            return False
        option = self.optionxform(option)
        return option in self._sections[section] or option in self._defaults

    def set(self, section, option, value=None):
        """Set an option."""
        if value:
            value = self._interpolation.before_set(self, section, option, value)
        if not section or section == self.default_section:
            sectdict = self._defaults
        else:
            try:
                sectdict = self._sections[section]
            except KeyError:
                raise NoSectionError(section) from None
        sectdict[self.optionxform(option)] = value

    def write(self, fp, space_around_delimiters=True):
        """Write an .ini-format representation of the configuration state."""
        d = " {} ".format(self._delimiters[0]) if space_around_delimiters else self._delimiters[0]
        if self._defaults:
            self._write_section(fp, self.default_section, self._defaults.items(), d)
        for section in self._sections:
            self._write_section(fp, section, self._sections[section].items(), d)

    def _write_section(self, fp, section_name, section_items, delimiter):
        fp.write("[{}]\n".format(section_name))
        for key, value in section_items:
            value = self._interpolation.before_write(self, section_name, key, value)
            if value is not None or not self._allow_no_value:
                value = delimiter + str(value).replace("\n", "\n\t")
            else:
                value = ""
            fp.write("{}{}\n".format(key, value))
        fp.write("\n")

    def remove_option(self, section, option):
        """Remove an option."""
        if not section or section == self.default_section:
            sectdict = self._defaults
        else:
            try:
                sectdict = self._sections[section]
            except KeyError:
                raise NoSectionError(section) from None
        option = self.optionxform(option)
        existed = option in sectdict
        if existed:
            del sectdict[option]
        return existed

    def remove_section(self, section):
        """Remove a file section."""
        existed = section in self._sections
        if existed:
            del self._sections[section]
            del self._proxies[section]
        return existed

    def __getitem__(self, key):
        if key != self.default_section and not self.has_section(key):
            raise KeyError(key)
        return self._proxies[key]

    def __setitem__(self, key, value):
        if key in self and self[key] is value:
            return
        if key == self.default_section:
            self._defaults.clear()
        elif key in self._sections:
            self._sections[key].clear()
        self.read_dict({key: value})

    def __delitem__(self, key):
        if key == self.default_section:
            raise ValueError("Cannot remove the default section.")
        if not self.has_section(key):
            raise KeyError(key)
        self.remove_section(key)

    def __contains__(self, key):
        return key == self.default_section or self.has_section(key)

    def __len__(self):
        return len(self._sections) + 1

    def __iter__(self):
        yield self.default_section
        yield from self._sections.keys()

    def _strip_comments(self, line):
        """The line without its comment, and whether there is one that starts it."""
        cut = len(line)
        for prefix in self._inline_comment_prefixes:
            at = line.find(prefix)
            while 0 <= at < cut:
                if at == 0 or line[at - 1].isspace():
                    cut = at
                    break
                at = line.find(prefix, at + 1)
        comment = cut < len(line)
        if line.strip().startswith(self._comment_prefixes) and self._comment_prefixes:
            return "", True
        return line[:cut].strip(), comment

    def _read(self, fp, fpname):
        seen = set()
        section = None          # the current section's dict
        name = option = None
        indent = 0
        error = None
        for lineno, line in enumerate(fp, 1):
            value, comment = self._strip_comments(line)
            if not value:
                if self._empty_lines_in_values:
                    if not comment and section is not None and option and section[option] is not None:
                        section[option].append("")
                else:
                    indent = 1 << 62
                continue
            first = self.NONSPACECRE.search(line)
            here = first.start() if first else 0
            if section is not None and option and here > indent:
                if section[option] is None:
                    raise ParsingError(fpname) if error is None else error
                section[option].append(value)
                continue
            indent = here
            m = self.SECTCRE.match(value)
            if m:
                name = m.group("header")
                if name in self._sections:
                    if self._strict and name in seen:
                        raise DuplicateSectionError(name, fpname, lineno)
                    section = self._sections[name]
                elif name == self.default_section:
                    section = self._defaults
                else:
                    section = self._dict()
                    self._sections[name] = section
                    self._proxies[name] = SectionProxy(self, name)
                seen.add(name)
                option = None
                continue
            if section is None:
                raise MissingSectionHeaderError(fpname, lineno, line)
            m = self._optcre.match(value)
            if not m:
                error = error or ParsingError(fpname)
                error.append(lineno, repr(line))
                continue
            option, _, text = m.group("option", "vi", "value")
            if not option:
                error = error or ParsingError(fpname)
                error.append(lineno, repr(line))
            option = self.optionxform(option.rstrip())
            if self._strict and (name, option) in seen:
                raise DuplicateOptionError(name, option, fpname, lineno)
            seen.add((name, option))
            section[option] = None if text is None else [text.strip()]
        self._join()
        if error:
            raise error

    def _join(self):
        """Put the lines of the values that were read together."""
        for name, options in [(self.default_section, self._defaults), *self._sections.items()]:
            for option, value in options.items():
                if isinstance(value, list):
                    value = "\n".join(value).rstrip()
                options[option] = self._interpolation.before_read(self, name, option, value)

    def _read_defaults(self, defaults):
        for key, value in defaults.items():
            self._defaults[self.optionxform(key)] = value

    def _unify_values(self, section, vars):
        sectiondict = {}
        try:
            sectiondict = self._sections[section]
        except KeyError:
            if section != self.default_section:
                raise NoSectionError(section) from None
        given = {}
        if vars:
            for key, value in vars.items():
                given[self.optionxform(key)] = value if value is None else str(value)
        return _ChainMap(given, sectiondict, self._defaults)

    def _convert_to_boolean(self, value):
        if value.lower() not in self.BOOLEAN_STATES:
            raise ValueError("Not a boolean: %s" % value)
        return self.BOOLEAN_STATES[value.lower()]

    def _validate_value_types(self, *, section="", option="", value=""):
        if not isinstance(section, str):
            raise TypeError("section names must be strings")
        if not isinstance(option, str):
            raise TypeError("option keys must be strings")
        if not self._allow_no_value or value:
            if not isinstance(value, str):
                raise TypeError("option values must be strings")

    @property
    def converters(self):
        return self._converters


class ConfigParser(RawConfigParser):
    """ConfigParser implementing interpolation."""
    _DEFAULT_INTERPOLATION = BasicInterpolation()

    def set(self, section, option, value=None):
        self._validate_value_types(option=option, value=value)
        super().set(section, option, value)

    def add_section(self, section):
        self._validate_value_types(section=section)
        super().add_section(section)

    def _read_defaults(self, defaults):
        kept = self._interpolation
        try:
            self._interpolation = Interpolation()
            self.read_dict({self.default_section: defaults})
        finally:
            self._interpolation = kept


class SectionProxy(_MutableMapping):
    """A proxy for a single section from a parser."""

    def __init__(self, parser, name):
        self._parser = parser
        self._name = name
        for conv in parser.converters:
            setattr(self, "get" + conv, _partial(self.get, getattr(parser, "get" + conv)))

    def __repr__(self):
        return "<Section: {}>".format(self._name)

    def __getitem__(self, key):
        if not self._parser.has_option(self._name, key):
            raise KeyError(key)
        return self._parser.get(self._name, key)

    def __setitem__(self, key, value):
        self._parser._validate_value_types(option=key, value=value)
        return self._parser.set(self._name, key, value)

    def __delitem__(self, key):
        if not (self._parser.has_option(self._name, key) and self._parser.remove_option(self._name, key)):
            raise KeyError(key)

    def __contains__(self, key):
        return self._parser.has_option(self._name, key)

    def __len__(self):
        return len(self._options())

    def __iter__(self):
        return self._options().__iter__()

    def _options(self):
        if self._name != self._parser.default_section:
            return self._parser.options(self._name)
        return list(self._parser.defaults())

    @property
    def parser(self):
        return self._parser

    @property
    def name(self):
        return self._name

    def get(self, option, fallback=None, *, raw=False, vars=None, _impl=None, **kwargs):
        """Get an option value."""
        if not _impl:
            _impl = self._parser.get
        return _impl(self._name, option, raw=raw, vars=vars, fallback=fallback, **kwargs)


def _partial(get, impl):
    def convert(option, fallback=None, **kwargs):
        return get(option, fallback, _impl=impl, **kwargs)
    return convert


def _parser_partial(parser, conv):
    def convert(section, option, **kwargs):
        return parser._get_conv(section, option, conv, **kwargs)
    convert.converter = conv
    return convert


class ConverterMapping(_MutableMapping):
    """Enables reuse of get*() methods between the parser and section proxies."""

    def __init__(self, parser):
        self._parser = parser
        self._data = {}
        for getter in dir(type(parser)):
            if getter.startswith("get") and len(getter) > 3 and callable(getattr(parser, getter)):
                self._data[getter[3:]] = None

    def __getitem__(self, key):
        return self._data[key]

    def __setitem__(self, key, value):
        if key is None or not isinstance(key, str):
            raise ValueError("Incompatible key: {} (type: {})".format(key, type(key)))
        if key == "get":
            raise ValueError('Incompatible key: cannot use "" as a name')
        self._data[key] = value
        setattr(self._parser, "get" + key, _parser_partial(self._parser, value))
        for proxy in self._parser.values():
            setattr(proxy, "get" + key, _partial(proxy.get, getattr(self._parser, "get" + key)))

    def __delitem__(self, key):
        del self._data[key]
        for inst in (self._parser, *self._parser.values()):
            try:
                delattr(inst, "get" + key)
            except AttributeError:
                continue

    def __iter__(self):
        return iter(self._data)

    def __len__(self):
        return len(self._data)
