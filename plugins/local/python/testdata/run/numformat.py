# Format specifiers and % conversions of numbers.
cases = r'''
format(1,'z')
format(1,'zd')
format(1,'.2')
format(1,'.2d')
format(1,'+c')
format(1,'#c')
format(-1,'c')
format(1<<64,'c')
format(65,'5c')
format(65,'05c')
format(65,'<5c')
format(65,',c')
format(1,'s')
format(1,'q')
format(1,'dd')
format(1,',_d')
format(1,'_,d')
format(1,',,d')
format(1,',s')
format(1,',x')
format(1,'_x')
format('a','d')
format('a',',')
format('a',',s')
format('a','+')
format('a',' ')
format('a','=5')
format('a','#')
format('a','z')
format('a','05')
format('abc','.2')
format('a','99999999999999999999')
format('a','.')
format('a','é>3')
format('a','é')
format('a','<>')
format(1.5,'d')
format(1.5,'x')
format(1.5,'s')
format(1.5,'.9999999999999f')
format(True,'')
format(True,'>5')
format(True,'d')
format(1j,'=5')
format(1j,'05')
format(1+2j,'.2f')
format(1+2j,'+.2f')
format(1+2j,'>20.2f')
format(1+2j,',')
format(1j,'')
format(1j,'.3')
format(1+2j,'.3')
format(1j,'d')
format(1j,'%')
format(None,'5')
format([],'5')
format(100.0,'.3')
format(1234567.891,',')
format(1234567.891,',.2f')
format(1234567.891,'_.2f')
format(float('inf'),'010')
format(float('nan'),'+010,')
format(-0.0,'z')
format(-0.001,'z.1f')
format(12,'08,')
format(123,'04,')
format(-1234,'=+10,')
format(1234,'#_x')
format(255,'#010x')
format(255,'#X')
format(5,'e')
format(10**400,'e')
format(10**400,'f')
format(0.5,'%')
format(0.5,'.1%')
format(1.0,'n')
format(123456789,'n')
format(1.5,'#.0f')
format(1.0,'#g')
format(1e10,'g')
format(1e-5,'g')
format(1e-5,'G')
format(float('inf'),'F')
format(float('inf'),'E')
format(1.0,'.0')
format(1.0,'.1')
format(10.0,'.0')
format(12345.0,'.0')
format(3,'٣d')
format(3,'\x80')
format('a','\x01')
format(1,',\x01')
'%d' % 1.5
'%d' % 'a'
'%x' % 1.5
'%o' % 'a'
'%x' % True
'%f' % 'a'
'%c' % 1.5
'%c' % 'ab'
'%c' % -1
'%c' % (1<<64)
'%5c' % 'a'
'%-5c|' % 'a'
'%05d' % -3
'%+d' % 3
'% d' % 3
'%.3d' % 5
'%5.3d' % -5
'%05.3d' % 5
'%#x' % 255
'%#X' % 255
'%#o' % 8
'%#06x' % 10
'%-#6x|' % 10
'%e' % 12345.678
'%#.0f' % 3
'%g' % 1e-5
'%G' % 1e-5
'%010.2f' % -3.14159
'%+05f' % float('inf')
'%05f' % float('nan')
'%d' % 1e400
'%d' % float('nan')
'%i' % 3.99
'%u' % 3
'%q' % 3
'%d' % None
'%d' % 1j
'%x' % None
'%.1000000000000f' % 1
'%.0f' % 0.5
'%r' % 1.5
'%-05d|' % 3
'%s' % 10**5
'%.50f' % 0.1
'%#g' % 1
'%.3x' % 255
'%#.5x' % 255
'%F' % float('nan')
'%ld' % 5
'%' % 5
'%5' % 5
'%(a)d' % {'a':5}
'%d' % (1,2)
'%d %d' % 1
'%.*f' % (2, 3.14159)
'%*d' % (5, 3)
'%*d' % (-5, 3)
round(1.5, 10**30)
int('1', 10**30)
complex(1, 2, 3)
complex(real=1, foo=2)
complex(1, real=2)
int(1, base=10)
int('1', 10, base=3)
float('1_000.5_5')
complex('1_0+2_0j')
complex(' ( 1+2j ) ')
complex('1e5j')
complex('1e+5j')
complex('-j')
complex('+j')
complex('1+-2j')
complex('infj')
complex(1j, 2j)
complex(imag=3)
complex(-0.0, -0.0)
complex(-0.0, 2)
complex(2, -0.0)
complex(1j, -0.0)
complex(-0j)
'''

for text in cases.strip().splitlines():
    try:
        result = repr(eval(text))
    except Exception as e:
        result = type(e).__name__ + ": " + str(e)
    print(text, "=>", result[:200])
