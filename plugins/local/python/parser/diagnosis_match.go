package parser

// matchRules are the rules of the match statement.
const matchRules = `
match_stmt: "match" subject ':' NEWLINE INDENT case_block+ DEDENT | % e_match
e_match: "match" subject NEWLINE => last ` + "`expected ':'`" + `
| a="match" subject ':' NEWLINE !INDENT => block a ` + "`expected an indented block after 'match' statement on line %d`" + `
subject: star_named ',' [star_named_list] | named_expression
case_block: % e_case | "case" patterns [guard] ':' block
guard: 'if' named_expression
e_case: "case" patterns [guard] NEWLINE => last ` + "`expected ':'`" + `
| a="case" patterns [guard] ':' NEWLINE !INDENT => block a ` + "`expected an indented block after 'case' statement on line %d`" + `
patterns: open_sequence | pattern
pattern: as_pattern | or_pattern
as_pattern: or_pattern 'as' capture_target | % e_as_pattern
e_as_pattern: or_pattern 'as' a="_" => at a ` + "`cannot use '_' as a target`" + `
| or_pattern 'as' !NAME a=expression => at a ` + "`invalid pattern target`" + `
or_pattern: '|'.closed_pattern+
closed_pattern!: literal_pattern | capture_target | "_" | attr !('.' | '(' | '=') | '(' pattern ')' | sequence_pattern | mapping_pattern | class_pattern
literal_pattern: signed_number !('+' | '-') | complex_number | strings | 'None' | 'True' | 'False'
complex_number: signed_real ('+' | '-') imaginary
signed_number: NUMBER | '-' NUMBER
signed_real: real | '-' real
real: a=NUMBER => go real
imaginary: a=NUMBER => go imaginary
capture_target: !"_" NAME !('.' | '(' | '=')
attr!: NAME ('.' NAME)+
name_or_attr!: NAME ('.' NAME)*
sequence_pattern: '[' [maybe_sequence] ']' | '(' [open_sequence] ')'
open_sequence: maybe_star ',' [maybe_sequence]
maybe_sequence: ','.maybe_star+ [',']
maybe_star: star_pattern | pattern
star_pattern!: '*' capture_target | '*' "_"
mapping_pattern: '{' '}' | '{' '**' capture_target [','] '}' | '{' ','.key_value_pattern+ ',' '**' capture_target [','] '}'
| '{' ','.key_value_pattern+ [','] '}'
key_value_pattern: (literal_pattern | attr) ':' pattern
class_pattern: name_or_attr '(' ')'
| name_or_attr '(' positional_patterns [','] ')'
| name_or_attr '(' keyword_patterns [','] ')'
| name_or_attr '(' positional_patterns ',' keyword_patterns [','] ')'
| % e_class_pattern
e_class_pattern: name_or_attr '(' [positional_patterns ','] keyword_patterns ',' a=positional_patterns => go positional_patterns
positional_patterns: ','.pattern+
keyword_patterns: ','.keyword_pattern+
keyword_pattern: NAME '=' pattern
`

// expressionRules are the rules of expressions.
const expressionRules = `
expressions: expression (',' expression)+ [','] | expression ',' | expression
expression!: % e_expression | % e_legacy | disjunction 'if' disjunction 'else' expression | disjunction | lambda
quiet_expression: disjunction 'if' disjunction 'else' expression | disjunction | lambda
e_legacy: a=NAME !'(' b=star_expressions => go legacy
e_expression: !(NAME STRING | SOFT) a=disjunction b=quiet_expression => go comma
| a=disjunction 'if' b=disjunction !('else' | ':') => range a b ` + "`expected 'else' after 'if' expression`" + `
| a='lambda' [lambda_params] b=':' &FMIDDLE => range a b ` + "`f-string: lambda expressions are not allowed without parentheses`" + `
yield_expr: 'yield' 'from' expression | 'yield' [star_expressions]
star_expressions: star_expression (',' star_expression)+ [','] | star_expression ',' | star_expression
star_expression!: '*' bitwise_or | expression
star_named_list: ','.star_named+ [',']
star_named: '*' bitwise_or | named_expression
assignment_expression: NAME ':=' ~ expression
named_expression: assignment_expression | % e_named | expression !':='
e_named!: a=expression ':=' expression => named a ` + "`cannot use assignment expressions with %s`" + `
| a=NAME '=' b=bitwise_or !('=' | ':=') => range a b ` + "`invalid syntax. Maybe you meant '==' or ':=' instead of '='?`" + `
| !(list | tuple | genexp | 'True' | 'None' | 'False') a=bitwise_or '=' bitwise_or !('=' | ':=') => named a ` + "`cannot assign to %s here. Maybe you meant '==' instead of '='?`" + `
disjunction!: conjunction ('or' conjunction)+ | conjunction
conjunction!: inversion ('and' inversion)+ | inversion
inversion!: 'not' inversion | comparison
comparison: bitwise_or compare_pair+ | bitwise_or
compare_pair: '==' bitwise_or | not_equal bitwise_or | '<=' bitwise_or | '<' bitwise_or | '>=' bitwise_or | '>' bitwise_or
| 'not' 'in' bitwise_or | 'in' bitwise_or | 'is' 'not' bitwise_or | 'is' bitwise_or
not_equal: a='!=' => go not_equal
bitwise_or!: bitwise_xor ('|' bitwise_xor)*
bitwise_xor!: bitwise_and ('^' bitwise_and)*
bitwise_and!: shift ('&' shift)*
shift!: sum (('<<' | '>>') sum)*
sum!: term (('+' | '-') term)*
term!: factor (('*' | '/' | '//' | '%' | '@') factor)*
factor!: '+' factor | '-' factor | '~' factor | power
power: await_primary '**' factor | await_primary
await_primary!: 'await' primary | primary
primary!: atom ('.' NAME | genexp | '(' [arguments] ')' | '[' slices ']')*
slices: slice !',' | ','.(slice | starred)+ [',']
slice: [expression] ':' [expression] [':' [expression]] | named_expression
atom: NAME | 'True' | 'False' | 'None' | &(STRING | FSTART) strings | NUMBER
| &'(' (tuple | group | genexp) | &'[' (list | listcomp) | &'{' (dict | set | dictcomp | setcomp) | '...'
group: '(' (yield_expr | named_expression) ')' | % e_group
e_group: '(' a=starred ')' => at a ` + "`cannot use starred expression here`" + `
| '(' a='**' expression ')' => at a ` + "`cannot use double starred expression here`" + `

# Displays and comprehensions.
list: '[' [star_named_list] ']'
tuple: '(' [star_named ',' [star_named_list]] ')'
set: '{' star_named_list '}'
dict: '{' [','.dict_item+ [',']] '}' | '{' e_dict '}'
dict_item: '**' bitwise_or | key_value
key_value: expression ':' expression
e_dict: ','.dict_item+ ',' e_dict_item
| expression ':' a='*' bitwise_or => from a ` + "`cannot use a starred expression in a dictionary value`" + `
| expression a=':' &('}' | ',') => at a ` + "`expression expected after dictionary key and ':'`" + `
e_dict_item: a=expression !':' => go key
| expression ':' a='*' bitwise_or => from a ` + "`cannot use a starred expression in a dictionary value`" + `
| expression a=':' &('}' | ',') => at a ` + "`expression expected after dictionary key and ':'`" + `
for_if_clauses: for_if_clause+
for_if_clause: 'async' 'for' star_targets 'in' ~ disjunction ('if' disjunction)*
| 'for' star_targets 'in' ~ disjunction ('if' disjunction)*
| % e_for_target
listcomp: '[' named_expression for_if_clauses ']' | % e_comprehension
setcomp: '{' named_expression for_if_clauses '}' | % e_comprehension
genexp: '(' (assignment_expression | expression !':=') for_if_clauses ')' | % e_comprehension
dictcomp: '{' key_value for_if_clauses '}' | % e_dictcomp
e_comprehension: ('[' | '(' | '{') a=starred for_if_clauses => at a ` + "`iterable unpacking cannot be used in comprehension`" + `
| ('[' | '{') a=star_named ',' b=star_named_list for_if_clauses => go comp_target
| ('[' | '{') a=star_named b=',' for_if_clauses => range a b ` + "`did you forget parentheses around the comprehension target?`" + `
e_dictcomp: '{' a='**' bitwise_or for_if_clauses '}' => at a ` + "`dict unpacking cannot be used in dict comprehension`" + `

# Calls.
arguments!: args [','] &')' | % e_arguments
args: ','.positional+ [',' kwargs] | kwargs
positional: (starred | (assignment_expression | expression !':=') !'=')
kwargs: ','.keyword_or_starred+ ',' ','.keyword_or_unpacked+ | ','.keyword_or_starred+ | ','.keyword_or_unpacked+
starred: % e_starred | '*' expression
keyword_or_starred: % e_keyword | NAME '=' expression | starred
keyword_or_unpacked: % e_keyword | NAME '=' expression | '**' expression
e_starred: a='*' expression '=' b=expression => range a b ` + "`cannot assign to iterable argument unpacking`" + `
e_keyword: a=('True' | 'False' | 'None') b='=' => go keyword_constant
| a=NAME b='=' expression for_if_clauses => range a b ` + "`invalid syntax. Maybe you meant '==' or ':=' instead of '='?`" + `
| !(NAME '=') a=expression b='=' => range a b ` + "`expression cannot contain assignment, perhaps you meant \"==\"?`" + `
| a='**' expression '=' b=expression => range a b ` + "`cannot assign to keyword argument unpacking`" + `
e_arguments: (','.positional+ ',' kwargs | kwargs) ',' a='*' => at a ` + "`iterable argument unpacking follows keyword argument unpacking`" + `
| a=expression b=for_if_clauses ',' [args | expression for_if_clauses] => go genexp
| a=NAME b='=' expression for_if_clauses => range a b ` + "`invalid syntax. Maybe you meant '==' or ':=' instead of '='?`" + `
| [args ','] a=NAME b='=' &(',' | ')') => range a b ` + "`expected argument value expression`" + `
| a=args b=for_if_clauses => go genexp_in_call
| args ',' a=expression b=for_if_clauses => go genexp
| a=args ',' args => go positional

# Strings.
strings!: a=string_parts => go strings
string_parts: (fstring | string)+
string: a=STRING => go string
fstring: a=fstring_tokens => go fstring
fstring_tokens: FSTART fstring_middle* FEND
fstring_middle: field | FMIDDLE
field: field_tokens | % e_field
field_tokens: '{' rhs ['='] [a=conversion] [':' format_part*] '}' => go conversion
conversion: a='!' b=NAME => go conversion_place
format_part: FMIDDLE | field
e_field: '{' a='=' => at a ` + "`f-string: valid expression required before '='`" + `
| '{' a='!' => at a ` + "`f-string: valid expression required before '!'`" + `
| '{' a=':' => at a ` + "`f-string: valid expression required before ':'`" + `
| '{' a='}' => at a ` + "`f-string: valid expression required before '}'`" + `
| '{' !rhs => next ` + "`f-string: expecting a valid expression after '{'`" + `
| '{' rhs !('=' | '!' | ':' | '}') => next ` + "`f-string: expecting '=', or '!', or ':', or '}'`" + `
| '{' rhs '=' !('!' | ':' | '}') => next ` + "`f-string: expecting '!', or ':', or '}'`" + `
| '{' rhs ['='] e_conversion
| '{' rhs ['='] ['!' NAME] !(':' | '}') => next ` + "`f-string: expecting ':' or '}'`" + `
| '{' rhs ['='] ['!' NAME] ':' format_part* !'}' => next ` + "`f-string: expecting '}', or format specs`" + `
| '{' rhs ['='] ['!' NAME] !'}' => next ` + "`f-string: expecting '}'`" + `
e_conversion: '!' &(':' | '}') => next ` + "`f-string: missing conversion character`" + `
| '!' !NAME => next ` + "`f-string: invalid conversion character`" + `
`
