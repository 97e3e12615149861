# Parsers of command lines, their help and their errors.
import argparse, sys
def t(f):
    try: f()
    except SystemExit as e: print('exit', e.code)
    except Exception as e: print(type(e).__name__, e)
p=argparse.ArgumentParser(prog='prog', description='A thing that does things with a long description that wraps around the line for sure.', epilog='bye')
p.add_argument('src', help='the source'); p.add_argument('dst', nargs='*', help='dests')
p.add_argument('-v','--verbose',action='count',default=0,help='more')
p.add_argument('--level',type=int,choices=[1,2,3],default=2,help='level (default: %(default)s)')
g=p.add_mutually_exclusive_group(); g.add_argument('--foo',action='store_true'); g.add_argument('--bar',metavar='BAR')
p.add_argument('--a-very-long-option-name-here',nargs=2,metavar=('X','Y'),help='long option help text that should wrap to the next line and be long')
p.add_argument('--flag',action=argparse.BooleanOptionalAction)
p.add_argument('-x',nargs='+',default=[]); p.add_argument('--version',action='version',version='%(prog)s 1')
p.print_help(); print(p.parse_args(['a','b','c','-vv','--level','3','--foo','--no-flag']))
print(p.parse_args(['a','-x','1','2','--lev=1']))
sys.stderr=sys.stdout
for a in (['a','--level','9'],[],['a','--foo','--bar','1'],['a','--nope'],['--version'],['a','--level','x'],['a','-x'],['-vvq']):
    t(lambda: print(p.parse_args(a)))
q=argparse.ArgumentParser(prog='q', formatter_class=argparse.ArgumentDefaultsHelpFormatter)
s=q.add_subparsers(dest='cmd',required=True,help='sub help',title='cmds')
a=s.add_parser('add',help='add it',aliases=['a']); a.add_argument('n',type=float); a.add_argument('--k',default=5,help='kk')
b=s.add_parser('rm',help='rm it')
q.print_help(); a.print_help()
print(q.parse_args(['add','3','--k','7'])); t(lambda: q.parse_args([])); t(lambda: q.parse_args(['zz'])); print(q.parse_known_args(['rm','--zz']))
r=argparse.ArgumentParser(prog='r',exit_on_error=False); r.add_argument('-n',type=int); t(lambda: r.parse_args(['-n','x'])); t(lambda: r.parse_args(['-z']))
print(r, argparse.Namespace(a=1)); print(r.parse_args(['-n5'])); print(r.parse_args(['-n','-5']))
