# Modules statistics and fractions.
import statistics as st, random, math
from fractions import Fraction as F
from decimal import Decimal as D
def t(f):
    try: print(repr(f()))
    except BaseException as e: print(type(e).__name__, str(e))
random.seed(7)
for i in range(8):
    d=[random.gauss(10,3) for _ in range(2+i%9)]; e=[random.randint(-50,50) for _ in range(2+i%9)]
    for x in (d,e,[F(v,7) for v in e],[D(v)/4 for v in e],d+e):
        for f in (st.mean,st.fmean,st.median,st.median_low,st.median_high,st.mode,st.multimode,st.stdev,st.pstdev,st.variance,st.pvariance,st.quantiles): t(lambda: f(x))
    t(lambda: st.harmonic_mean([abs(v) for v in e])); t(lambda: st.geometric_mean([abs(v)+1 for v in d])); t(lambda: st.correlation(d,e)); t(lambda: st.covariance(d,e)); t(lambda: st.linear_regression(d,e)); t(lambda: st.correlation(d,e,method='ranked')); t(lambda: st.quantiles(d,n=10,method='inclusive')); t(lambda: st.median_grouped(e)); t(lambda: st.fmean(d,e)); t(lambda: st.linear_regression(d,e,proportional=True))
    n=st.NormalDist.from_samples(d) if len(d)>1 else st.NormalDist()
    t(lambda: (n, n.pdf(3), n.inv_cdf(random.random()), n.quantiles(5), n+2, n*3, n-n, -n, n/2, n.zscore(4), n.variance)); t(lambda: n.samples(2,seed=i)); t(lambda: n.overlap(st.NormalDist(9,2)))
    a,b=F(random.randint(-99,99),random.randint(1,50)),F(random.randint(-99,99),random.randint(1,50))
    for f in (lambda:a+b,lambda:a-b,lambda:a*b,lambda:a/b,lambda:a//b,lambda:a%b,lambda:divmod(a,b),lambda:a**3,lambda:a**-2,lambda:a**.5,lambda:a+1,lambda:2-a,lambda:a*1.5,lambda:3/a,lambda:hash(a),lambda:a<b,lambda:a==b,lambda:round(a),lambda:round(a,1),lambda:int(a),lambda:float(a),lambda:str(a),lambda:format(a,'.3f'),lambda:format(a,'010.2e'),lambda:format(a,'g'),lambda:F(float(a)).limit_denominator(60),lambda:a+1j,lambda:2**a,lambda:math.floor(a),lambda:math.ceil(a)): t(f)
for s in ('1/2',' -3 / 4 ','1.5e3','.5','abc','1/0','1_0/3','','3.','1e-3','-.5','+7'): t(lambda: F(s))
t(lambda: F(1,0)); t(lambda: F('a')); t(lambda: F([])); t(lambda: F(1.5,2)); t(lambda: F(D('1.25'))); t(lambda: F(0)**-1); t(lambda: st.mean([])); t(lambda: st.stdev([1])); t(lambda: st.mode([])); t(lambda: st.mean(['a'])); t(lambda: st.mean([1,math.inf])); t(lambda: st.mean([D(1),1.5])); t(lambda: st.variance([1])); t(lambda: st.mean([True,False])); t(lambda: st.mean(x for x in (1,2))); t(lambda: st.median([])); t(lambda: F(1,2)<'a'); t(lambda: F(3,4)==0.75)
