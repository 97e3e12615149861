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
            _long(opts, arg[2:], longopts, args)
        elif arg.startswith('-') and arg != '-':
            _short(opts, arg[1:], shortopts, args)
        elif stop_at_first:
            others += [arg, *args]
            break
        else:
            others.append(arg)
    return opts, others


def _long(opts, text, longopts, args):
    name, eq, value = text.partition('=')
    wants, name = _match(name, longopts)
    if wants:
        if not eq:
            if not args:
                raise GetoptError('option --%s requires argument' % name, name)
            value = args.pop(0)
    elif eq:
        raise GetoptError('option --%s must not have an argument' % name, name)
    opts.append(('--' + name, value))


def _match(name, longopts):
    """Whether the option that a name or its beginning means wants an argument, and its full name."""
    found = [o for o in longopts if o.startswith(name)]
    if not found:
        raise GetoptError('option --%s not recognized' % name, name)
    if name in found:
        return False, name
    if name + '=' in found:
        return True, name
    if len(found) > 1:
        raise GetoptError('option --%s not a unique prefix' % name, name)
    return found[0].endswith('='), found[0].removesuffix('=')


def _short(opts, text, shortopts, args):
    while text:
        opt, text = text[0], text[1:]
        at = shortopts.find(opt)
        if at < 0 or opt == ':':
            raise GetoptError('option -%s not recognized' % opt, opt)
        value = ''
        if shortopts.startswith(':', at + 1):
            if not text:
                if not args:
                    raise GetoptError('option -%s requires argument' % opt, opt)
                text = args.pop(0)
            value, text = text, ''
        opts.append(('-' + opt, value))
