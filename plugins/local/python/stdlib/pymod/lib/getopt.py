"""Parser for command line options in the style of C's getopt()."""

__all__ = ['GetoptError', 'error', 'getopt', 'gnu_getopt']


class GetoptError(Exception):
    opt = ''
    msg = ''

    def __init__(self, msg, opt=''):
        self.msg = msg
        self.opt = opt
        super().__init__(msg, opt)

    def __str__(self):
        return self.msg


error = GetoptError


def getopt(args, shortopts, longopts=[]):
    """Parse options up to the first argument that is none: gives the options and the arguments left."""
    return _parse(args, shortopts, longopts, True)


def gnu_getopt(args, shortopts, longopts=[]):
    """Parse options that may stand among other arguments."""
    in_order = shortopts.startswith('+')
    if in_order:
        shortopts = shortopts[1:]
    else:
        import os
        in_order = bool(os.environ.get('POSIXLY_CORRECT'))
    return _parse(args, shortopts, longopts, in_order)


def _parse(args, shortopts, longopts, stop_at_first):
    longopts = [longopts] if isinstance(longopts, str) else list(longopts)
    opts, others, args = [], [], list(args)
    while args:
        arg = args.pop(0)
        if arg == '--':
            others += args
            break
        if arg.startswith('--'):
            opts, args = do_longs(opts, arg[2:], longopts, args)
        elif arg.startswith('-') and arg != '-':
            opts, args = do_shorts(opts, arg[1:], shortopts, args)
        elif stop_at_first:
            others += [arg, *args]
            break
        else:
            others.append(arg)
    return opts, others


def do_longs(opts, opt, longopts, args):
    """Take one long option, and its argument; gives the options and the arguments left."""
    name, eq, value = opt.partition('=')
    wants, name = long_has_args(name, longopts)
    if wants:
        if not eq:
            if not args:
                raise GetoptError('option --%s requires argument' % name, name)
            value, args = args[0], args[1:]
    elif eq:
        raise GetoptError('option --%s must not have an argument' % name, name)
    opts.append(('--' + name, value))
    return opts, args


def long_has_args(opt, longopts):
    """Whether the option that a name or its beginning means wants an argument, and its full name."""
    found = [o for o in longopts if o.startswith(opt)]
    if not found:
        raise GetoptError('option --%s not recognized' % opt, opt)
    if opt in found:
        return False, opt
    if opt + '=' in found:
        return True, opt
    if len(found) > 1:
        raise GetoptError('option --%s not a unique prefix' % opt, opt)
    return found[0].endswith('='), found[0].removesuffix('=')


def do_shorts(opts, optstring, shortopts, args):
    """Take the short options of one word, and the argument of the last; gives the options and the arguments left."""
    while optstring:
        opt, optstring = optstring[0], optstring[1:]
        value = ''
        if short_has_arg(opt, shortopts):
            if not optstring:
                if not args:
                    raise GetoptError('option -%s requires argument' % opt, opt)
                optstring, args = args[0], args[1:]
            value, optstring = optstring, ''
        opts.append(('-' + opt, value))
    return opts, args


def short_has_arg(opt, shortopts):
    at = shortopts.find(opt)
    if at < 0 or opt == ':':
        raise GetoptError('option -%s not recognized' % opt, opt)
    return shortopts.startswith(':', at + 1)
