# Module random: the sequences of seeds, and errors.
import random
def show(*a): print(*[repr(x) for x in a])
seeds=[0,42,-5,2**70,'hello',b'abc','é',3.5,True]
for sd in seeds:
    random.seed(sd)
    show(sd, random.random(), random.getrandbits(5), random.getrandbits(33), random.getrandbits(200), random.getrandbits(0))
    show(random.randint(1,6), random.randrange(10), random.randrange(5,50,7), random.randrange(100,1,-3), random.randint(-10**30,10**30), random.randrange(2**64))
    show(random.choice('abcdef'), random.choice([1,2,3]), random.choices([1,2,3],k=5), random.choices('abc',weights=[1,2,3],k=6), random.choices('abc',cum_weights=[1,2.5,3],k=6))
    l=list(range(20)); random.shuffle(l); show(l)
    show(random.sample(range(1000),5), random.sample(range(30),12), random.sample('abcdefgh',3), random.sample(['a','b'],3,counts=[2,3]), random.sample(range(10**6),30))
    show(random.uniform(1,5), random.uniform(2.5,-1), random.triangular(), random.triangular(1,10,3), random.triangular(1,1,1))
    for i in range(5):
        show(random.gauss(), random.gauss(1,2), random.normalvariate(), random.normalvariate(5,.5), random.lognormvariate(0,1), random.expovariate(), random.expovariate(2))
        show(random.betavariate(2,3), random.gammavariate(.5,1), random.gammavariate(1,2), random.gammavariate(9,.5), random.paretovariate(3), random.weibullvariate(1,1.5), random.vonmisesvariate(0,4), random.vonmisesvariate(1,0))
        show(random.binomialvariate(), random.binomialvariate(10,.3), random.binomialvariate(100,.5), random.binomialvariate(1000,.9), random.binomialvariate(10**6,.01))
    show(random.randbytes(11), random.randbytes(0))
    st=random.getstate(); a=[random.random() for _ in range(700)]; random.setstate(st); show(a==[random.random() for _ in range(700)], len(st), st[1][-1], st[0], st[2])
for sd in ['hello',b'xyz',5]:
    random.seed(sd, version=1); show(random.random())
class R(random.Random):
    def random(self): return 0.25
r=R(5)
show(r.random(), r.randint(1,10), r.choice('abcd'), r.gauss(), r.randrange(100), r.uniform(0,8))
class R2(random.Random):
    def __init__(self, x): super().__init__(x); self.tag=x
    def getrandbits(self,k): return 1
r=R2(3); show(r.tag, r.random(), r.randint(1,10), r.choice('abcd'))
r=random.Random(99); show(r.random(), [r.randint(0,9) for _ in range(10)], isinstance(r,random.Random), r.gauss_next)
s=random.SystemRandom(); x=s.random(); show(0<=x<1, 0<=s.randint(1,5)<=5, len(s.randbytes(4)), s.getrandbits(70)<2**70)
for e in [lambda:random.choice([]),lambda:random.randrange(0),lambda:random.randint(5,1),lambda:random.randrange(5,1,2),lambda:random.randrange(1,5,0),lambda:random.sample({1,2},1),lambda:random.sample([1],2),lambda:random.seed([]),lambda:random.choices([1,2],[1]),lambda:random.choices([1],[0]),lambda:random.choices([1,2],3),lambda:random.choices([],k=1),lambda:random.getrandbits(-1),lambda:random.randrange(1.5),lambda:random.gammavariate(0,1),lambda:random.binomialvariate(-1),lambda:random.binomialvariate(1,2),lambda:random.setstate((9,)),lambda:random.setstate((3,(1,),None)),lambda:s.getstate(),lambda:random.sample([1,2],1,counts=[1]),lambda:random.sample([1,2],1,counts=[0,0]),lambda:random.sample([1,2],1,counts=[1.5,2]),lambda:random.sample([1,2],-1),lambda:random.shuffle((1,2,3)),lambda:random.choice({1:2}),lambda:random.choice(5),lambda:random.expovariate(0),lambda:random.randbytes(-1),lambda:random.choices([1,2],[1,2],cum_weights=[1,3]),lambda:random.choices([1,2],[float("inf"),2]),lambda:random.Random([]),lambda:random.randint("a",2),lambda:random.randrange(5,"a"),lambda:random.randrange(1,None,2)]:
    try: r=e()
    except BaseException as x: r=type(x).__name__+': '+str(x)
    print(r)
