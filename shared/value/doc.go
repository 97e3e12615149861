// Package value is the safe text: Python values as tagged JSON, exact in both directions and safe to read from a sandbox.
//
// A [Text] is "safe:" and one JSON document. None, True, False, str, list and dict with str keys are JSON's own; so are ints up to
// 2**53 in size and floats that are finite and not -0.0 (a number with '.', 'e' or 'E' is a float). All else is an object whose __type__ names it:
//
//	int        {"__type__":"int","data":"12345678901234567890"}         beyond 2**53
//	float      {"__type__":"float","data":"nan"}                        nan, inf, -inf, -0.0
//	str        {"__type__":"str","data":BASE64}                         with lone surrogates: UTF-8 that lets them pass
//	bytes      {"__type__":"bytes","data":BASE64}
//	complex    {"__type__":"complex","real":FLOAT,"imag":FLOAT}
//	tuple      {"__type__":"tuple","data":[...]}                        set and frozenset likewise
//	dict       {"__type__":"dict_with_complex_keys","data":[[K,V],...]} keys that aren't str, have lone surrogates, or are "__type__"
//	date       {"__type__":"date","data":"2026-02-03"}
//	time       {"__type__":"time","data":"04:05:06.000007+01:00"}       "fold":1 and "zone":"Europe/Paris" where there are such
//	datetime   {"__type__":"datetime","data":"2026-02-03T04:05:06"}     the same
//	timedelta  {"__type__":"timedelta","total_seconds":FLOAT,"days":N,"seconds":N,"microseconds":N}
//	Decimal    {"__type__":"Decimal","data":"1.10"}
//	Fraction   {"__type__":"Fraction","data":"3/4"}
//	Path       {"__type__":"Path","data":"/tmp/x"}
//	image      {"__type__":"PIL.Image","data":BASE64 of PNG}
//	ndarray    {"__type__":"ndarray","dtype":"float64","shape":[2,3],"raw":BASE64}   C order
//	dataclass  {"__type__":"dataclass","class_name":"P","module":"__main__","data":{FIELD:VALUE}}
//	subclass   {"__type__":"subclass","class_name":"Counter","module":"collections","data":BASE VALUE,"extra":{NAME:VALUE}}
//	opaque     {"__type__":"opaque","type":"__main__.C","repr":"<C>","handle":"7"}
//
// A subclass travels as its base and its class's name. extra is optional; it has fields (of a namedtuple: list of str), name (of an enum
// member: str) and factory (of a defaultdict: str). A bytearray is a subclass of bytes here. opaque stands for what can't travel; its handle,
// which may be missing, names the object within its session.
//
// The decoder also takes the forms that smolagents writes: bare NaN, Infinity and -Infinity, bare ints of any size, escaped lone
// surrogates, timedelta with total_seconds alone, ndarray with nested lists in data. Everything else that is not above is an error, as is
// whatever exceeds [Limits]. Images and pickles are never decoded.
package value
