# Module decimal: operations with random operands and contexts.
from decimal import *
import decimal
x=987654321
def rnd(n):
    global x
    x=(x*6364136223846793005+1442695040888963407)%2**64
    return (x>>20)%n
def num():
    k=rnd(30)
    if k==0: return Decimal('NaN')
    if k==1: return Decimal('Infinity')
    if k==2: return Decimal('-Infinity')
    if k==3: return Decimal('sNaN12')
    if k==4: return Decimal((rnd(2),(0,),rnd(30)-15))
    n=1+rnd([3,10,30,40][rnd(4)])
    return Decimal((rnd(2),tuple(rnd(10) for _ in range(n)),rnd([10,60,400][rnd(3)])-rnd([10,60,400][rnd(3)])))
R=[ROUND_CEILING,ROUND_FLOOR,ROUND_UP,ROUND_DOWN,ROUND_HALF_UP,ROUND_HALF_DOWN,ROUND_HALF_EVEN,ROUND_05UP]
U='exp ln log10 logb next_minus next_plus normalize sqrt logical_invert plus minus abs to_integral_exact to_integral_value copy_abs number_class to_sci_string to_eng_string is_normal is_subnormal'.split()
B='compare compare_signal max max_mag min min_mag next_toward remainder_near logical_and rotate shift scaleb compare_total compare_total_mag add subtract multiply divide divide_int remainder divmod quantize same_quantum power'.split()
for i in range(250):
    c=Context(prec=1+rnd([5,28,50][rnd(3)]),rounding=R[rnd(8)],Emin=-[5,50,999999][rnd(3)],Emax=[5,50,999999][rnd(3)],capitals=rnd(2),clamp=rnd(2),traps=[])
    a,b=num(),num()
    if rnd(3)==0: b=Decimal(rnd(20)-10)
    u=U[rnd(len(U))]; o=B[rnd(len(B))]
    if u in('exp','ln','log10') and rnd(3)==0: a=Decimal(rnd(2000)-300)/100
    if o=='power' and rnd(2): b=Decimal(rnd(40)-20)/[1,2,4,10][rnd(4)]
    r=getattr(c,u)(a); print(i,u,a,c.prec,c.rounding,repr(r),sorted(str(k) for k,v in c.flags.items() if v))
    c.clear_flags()
    r=getattr(c,o)(a,b); print(i,o,a,b,c.prec,c.rounding,c.Emax,c.Emin,c.clamp,repr(r),sorted(str(k) for k,v in c.flags.items() if v))
    c.clear_flags()
    print(repr(c.fma(a,b,num())))
    if a.is_finite() and b.is_finite() and abs(a.adjusted())<500:
        print(hash(a),a==b,a<b,a.as_integer_ratio() if abs(a.adjusted())<50 else 0,int(a) if a.adjusted()<50 else 0,float(a), round(a,2) if a.adjusted()<20 else 0)
    spec=['','.3f','.2e','g','.5g',',','+,.2f','010.1f','%','.1%','>20','^15.2f','e','.0f','.3','z.1f','E'][rnd(17)]
    if a.is_finite() and abs(a.adjusted())<200: print(spec, format(a,spec))
