package parser

// diagnosisRules is the language in the notation of peg.go, as far as it
// matters for finding errors: it says what a program looks like, not what its
// parts are. The order of the alternatives is that in which CPython tries them,
// for the error that is met first wins.
const diagnosisRules = `
file: statement* EOF
eval: expressions NEWLINE* EOF
interactive: compound NEWLINE | simple_line | NEWLINE

statement: compound | simple_line
simple_line: simple !';' NEWLINE | ';'.simple+ [';'] NEWLINE
simple!: assignment | &"type" type_alias | star_expressions | &'return' 'return' [star_expressions]
| &('import' | 'from') import_stmt
| &'raise' raise_stmt
| 'pass'
| &'del' del_stmt
| &'yield' yield_expr
| &'assert' 'assert' expression [',' expression]
| 'break' | 'continue'
| &'global' 'global' ','.NAME+
| &'nonlocal' 'nonlocal' ','.NAME+
raise_stmt: 'raise' expression ['from' expression] | 'raise'
compound: &('def' | '@' | 'async') function | &'if' if_stmt | &('class' | '@') class | &('with' | 'async') with_stmt
| &('for' | 'async') for_stmt | &'try' try_stmt | &'while' while_stmt | match_stmt

# Assignments and targets.
assignment: NAME ':' expression ['=' rhs]
| ('(' single_target ')' | single_member) ':' expression ['=' rhs]
| (star_targets '=')+ rhs !'='
| single_target augmented ~ rhs
| % e_assignment
rhs: yield_expr | star_expressions
augmented: '+=' | '-=' | '*=' | '@=' | '/=' | '%=' | '&=' | '|=' | '^=' | '<<=' | '>>=' | '**=' | '//='
e_assignment: a=annotation_target ':' expression => named a ` + "`only single target (not %s) can be annotated`" + `
| a=star_named ',' star_named_list* ':' expression => at a ` + "`only single target (not tuple) can be annotated`" + `
| a=expression ':' expression => at a ` + "`illegal target for annotation`" + `
| (star_targets '=')* a=star_expressions '=' => target star a ` + "`cannot assign to %s`" + `
| (star_targets '=')* a=yield_expr '=' => at a ` + "`assignment to yield expression not possible`" + `
| a=star_expressions augmented rhs => named a ` + "`'%s' is an illegal expression for augmented assignment`" + `
annotation_target: list | tuple | '(' annotation_target ')'
star_targets: star_target !',' | star_target (',' star_target)* [',']
star_target!: '*' !'*' star_target | target_atom
target_atom!: t_primary '.' NAME !t_follows | t_primary '[' slices ']' !t_follows | star_atom
star_atom: NAME | '(' target_atom ')' | '(' [star_targets_in_tuple] ')' | '[' [','.star_target+ [',']] ']'
star_targets_in_tuple: star_target (',' star_target)+ [','] | star_target ','
single_target: single_member | NAME | '(' single_target ')'
single_member: t_primary '.' NAME !t_follows | t_primary '[' slices ']' !t_follows
t_primary!: atom &t_follows t_suffix*
t_suffix: ('.' NAME | '[' slices ']' | genexp | '(' [arguments] ')') &t_follows
t_follows: '(' | '[' | '.'
del_stmt: 'del' ','.del_target+ [','] &(';' | NEWLINE) | % e_del
e_del: 'del' a=star_expressions => target del a ` + "`cannot delete %s`" + `
del_target!: t_primary '.' NAME !t_follows | t_primary '[' slices ']' !t_follows | del_atom
del_atom: NAME | '(' del_target ')' | '(' [','.del_target+ [',']] ')' | '[' [','.del_target+ [',']] ']'

# Imports and type aliases.
import_stmt!: % e_import | 'import' ','.import_name+
| 'from' ('.' | '...')* dotted_name 'import' import_targets
| 'from' ('.' | '...')+ 'import' import_targets
import_name: dotted_name ['as' NAME]
import_targets: '(' import_names [','] ')' | import_names !',' | '*' | % e_import_targets
import_names: ','.from_name+
from_name: NAME ['as' NAME]
dotted_name!: NAME ('.' NAME)*
e_import: a='import' ','.dotted_name+ 'from' dotted_name => from a ` + "`Did you mean to use 'from ... import ...' instead?`" + `
e_import_targets: import_names ',' NEWLINE => last ` + "`trailing comma not allowed without surrounding parentheses`" + `
type_alias: "type" NAME [type_params] '=' expression
type_params: '[' ','.type_param+ [','] ']'
type_param!: NAME [':' expression]
| '*' NAME a=':' b=expression => go bound
| '*' NAME
| '**' NAME a=':' b=expression => go bound
| '**' NAME

# Blocks.
block!: NEWLINE INDENT statement+ DEDENT | simple_line | % e_block
e_block: NEWLINE !INDENT => block a ` + "`expected an indented block`" + `
decorators: ('@' named_expression NEWLINE)+
class: decorators class_body | class_body
class_body: % e_class | 'class' NAME [type_params] ['(' [arguments] ')'] ':' block
e_class: 'class' NAME [type_params] ['(' [arguments] ')'] NEWLINE => last ` + "`expected ':'`" + `
| a='class' NAME [type_params] ['(' [arguments] ')'] ':' NEWLINE !INDENT => block a ` + "`expected an indented block after class definition on line %d`" + `
function: decorators function_body | function_body
function_body: % e_function
| 'def' NAME [type_params] &&'(' [params] ')' ['->' expression] &&':' block
| 'async' 'def' NAME [type_params] &&'(' [params] ')' ['->' expression] &&':' block
e_function: ['async'] a='def' NAME [type_params] '(' [params] ')' ['->' expression] ':' NEWLINE !INDENT => block a ` + "`expected an indented block after function definition on line %d`" + `
if_stmt: % e_if | 'if' named_expression ':' block elif_stmt | 'if' named_expression ':' block [else_block]
e_if: 'if' named_expression NEWLINE => last ` + "`expected ':'`" + `
| a='if' named_expression ':' NEWLINE !INDENT => block a ` + "`expected an indented block after 'if' statement on line %d`" + `
elif_stmt: % e_elif | 'elif' named_expression ':' block elif_stmt | 'elif' named_expression ':' block [else_block]
e_elif: 'elif' named_expression NEWLINE => last ` + "`expected ':'`" + `
| a='elif' named_expression ':' NEWLINE !INDENT => block a ` + "`expected an indented block after 'elif' statement on line %d`" + `
else_block: % e_else | 'else' &&':' block
e_else: a='else' ':' NEWLINE !INDENT => block a ` + "`expected an indented block after 'else' statement on line %d`" + `
while_stmt: % e_while | 'while' named_expression ':' block [else_block]
e_while: 'while' named_expression NEWLINE => last ` + "`expected ':'`" + `
| a='while' named_expression ':' NEWLINE !INDENT => block a ` + "`expected an indented block after 'while' statement on line %d`" + `
for_stmt: % e_for
| 'for' star_targets 'in' ~ star_expressions ':' block [else_block]
| 'async' 'for' star_targets 'in' ~ star_expressions ':' block [else_block]
| % e_for_target
e_for: ['async'] 'for' star_targets 'in' star_expressions NEWLINE => last ` + "`expected ':'`" + `
| ['async'] a='for' star_targets 'in' star_expressions ':' NEWLINE !INDENT => block a ` + "`expected an indented block after 'for' statement on line %d`" + `
e_for_target: ['async'] 'for' a=star_expressions => target for a ` + "`cannot assign to %s`" + `
with_stmt: % e_with_block
| 'with' '(' ','.with_item+ [','] ')' ':' block
| 'with' ','.with_item+ ':' block
| 'async' 'with' '(' ','.with_item+ [','] ')' ':' block
| 'async' 'with' ','.with_item+ ':' block
| % e_with
with_item: expression 'as' star_target &(',' | ')' | ':') | % e_with_item | expression
e_with_item: expression 'as' a=expression &(',' | ')' | ':') => target star a ` + "`cannot assign to %s`" + `
e_with: ['async'] 'with' ','.(expression ['as' star_target])+ NEWLINE => last ` + "`expected ':'`" + `
| ['async'] 'with' '(' ','.(expressions ['as' star_target])+ [','] ')' NEWLINE => last ` + "`expected ':'`" + `
e_with_block: ['async'] a='with' ','.(expression ['as' star_target])+ ':' NEWLINE !INDENT => block a ` + "`expected an indented block after 'with' statement on line %d`" + `
| ['async'] a='with' '(' ','.(expressions ['as' star_target])+ [','] ')' ':' NEWLINE !INDENT => block a ` + "`expected an indented block after 'with' statement on line %d`" + `
try_stmt: % e_try | 'try' &&':' block finally_block
| 'try' &&':' block except_block+ [else_block] [finally_block]
| 'try' &&':' block except_star_block+ [else_block] [finally_block]
e_try: a='try' ':' NEWLINE !INDENT => block a ` + "`expected an indented block after 'try' statement on line %d`" + `
| 'try' ':' block !('except' | 'finally') => last ` + "`expected 'except' or 'finally' block`" + `
| 'try' ':' block* except_block+ a='except' b='*' expression ['as' NAME] ':' => range a b ` + "`cannot have both 'except' and 'except*' on the same 'try'`" + `
| 'try' ':' block* except_star_block+ a='except' [expression ['as' NAME]] ':' => at a ` + "`cannot have both 'except' and 'except*' on the same 'try'`" + `
except_block: % e_except_block | 'except' expression ['as' NAME] ':' block | 'except' ':' block | % e_except
except_star_block: % e_except_star_block | 'except' '*' expression ['as' NAME] ':' block | % e_except
e_except: 'except' ['*'] a=expression ',' expressions ['as' NAME] ':' => from a ` + "`multiple exception types must be parenthesized`" + `
| 'except' ['*'] expression ['as' NAME] NEWLINE => last ` + "`expected ':'`" + `
| 'except' NEWLINE => last ` + "`expected ':'`" + `
| 'except' '*' (NEWLINE | ':') => last ` + "`expected one or more exception types`" + `
e_except_block: a='except' expression ['as' NAME] ':' NEWLINE !INDENT => block a ` + "`expected an indented block after 'except' statement on line %d`" + `
| a='except' ':' NEWLINE !INDENT => block a ` + "`expected an indented block after 'except' statement on line %d`" + `
e_except_star_block: a='except' '*' expression ['as' NAME] ':' NEWLINE !INDENT => block a ` + "`expected an indented block after 'except*' statement on line %d`" + `
finally_block: % e_finally | 'finally' &&':' block
e_finally: a='finally' ':' NEWLINE !INDENT => block a ` + "`expected an indented block after 'finally' statement on line %d`" + `

# Parameters.
params: % e_params | parameters
parameters: slash_plain param_plain* param_default* [star_etc]
| slash_default param_default* [star_etc]
| param_plain+ param_default* [star_etc]
| param_default+ [star_etc]
| star_etc
slash_plain: param_plain+ '/' ',' | param_plain+ '/' &')'
slash_default: param_plain* param_default+ '/' ',' | param_plain* param_default+ '/' &')'
star_etc: % e_star_etc | '*' param_plain param_maybe* [kwds] | '*' param_star param_maybe* [kwds]
| '*' ',' param_maybe+ [kwds] | kwds
kwds: % e_kwds | '**' param_plain
param_plain: param ',' | param &')'
param_star: NAME ':' star_expression ',' | NAME ':' star_expression &')'
param_default: param default ',' | param default &')'
param_maybe: param [default] ',' | param [default] &')'
param: NAME [':' expression]
default: '=' expression | % e_default
e_default: a='=' &(')' | ',') => at a ` + "`expected default value expression`" + `
e_params: a='/' ',' => at a ` + "`at least one argument must precede /`" + `
| (slash_plain | slash_default) param_maybe* a='/' => at a ` + "`/ may appear only once`" + `
| [slash_plain] param_plain* (slash_default | param_default+) a=param_plain => at a ` + "`parameter without a default follows parameter with a default`" + `
| param_plain* a='(' param_plain+ [','] b=')' => range a b ` + "`Function parameters cannot be parenthesized`" + `
| [slash_plain | slash_default] param_maybe* '*' (',' | param_plain) param_maybe* a='/' => at a ` + "`/ must be ahead of *`" + `
| param_maybe+ '/' a='*' => at a ` + "`expected comma between / and *`" + `
e_star_etc: a='*' (')' | ',' (')' | '**')) => at a ` + "`named arguments must follow bare *`" + `
| '*' param a='=' => at a ` + "`var-positional argument cannot have default value`" + `
| '*' (param_plain | ',') param_maybe* a='*' (param_plain | ',') => at a ` + "`* argument may appear only once`" + `
e_kwds: '**' param a='=' => at a ` + "`var-keyword argument cannot have default value`" + `
| '**' param ',' a=param => at a ` + "`arguments cannot follow var-keyword argument`" + `
| '**' param ',' a=('*' | '**' | '/') => at a ` + "`arguments cannot follow var-keyword argument`" + `

# Lambda: the same without annotations, ending in a colon.
lambda: 'lambda' [lambda_params] ':' expression
lambda_params: % e_lambda_params | lambda_parameters
lambda_parameters: lambda_slash_plain lambda_param_plain* lambda_default* [lambda_star_etc]
| lambda_slash_default lambda_default* [lambda_star_etc]
| lambda_param_plain+ lambda_default* [lambda_star_etc]
| lambda_default+ [lambda_star_etc]
| lambda_star_etc
lambda_slash_plain: lambda_param_plain+ '/' ',' | lambda_param_plain+ '/' &':'
lambda_slash_default: lambda_param_plain* lambda_default+ '/' ',' | lambda_param_plain* lambda_default+ '/' &':'
lambda_star_etc: % e_lambda_star_etc | '*' lambda_param_plain lambda_maybe* [lambda_kwds]
| '*' ',' lambda_maybe+ [lambda_kwds] | lambda_kwds
lambda_kwds: % e_lambda_kwds | '**' lambda_param_plain
lambda_param_plain: NAME ',' | NAME &':'
lambda_default: NAME default ',' | NAME default &':'
lambda_maybe: NAME [default] ',' | NAME [default] &':'
e_lambda_params: a='/' ',' => at a ` + "`at least one argument must precede /`" + `
| (lambda_slash_plain | lambda_slash_default) lambda_maybe* a='/' => at a ` + "`/ may appear only once`" + `
| [lambda_slash_plain] lambda_param_plain* (lambda_slash_default | lambda_default+) a=lambda_param_plain => at a ` + "`parameter without a default follows parameter with a default`" + `
| lambda_param_plain* a='(' ','.NAME+ [','] b=')' => range a b ` + "`Lambda expression parameters cannot be parenthesized`" + `
| [lambda_slash_plain | lambda_slash_default] lambda_maybe* '*' (',' | lambda_param_plain) lambda_maybe* a='/' => at a ` + "`/ must be ahead of *`" + `
| lambda_maybe+ '/' a='*' => at a ` + "`expected comma between / and *`" + `
e_lambda_star_etc: '*' (':' | ',' (':' | '**')) => last ` + "`named arguments must follow bare *`" + `
| '*' NAME a='=' => at a ` + "`var-positional argument cannot have default value`" + `
| '*' (lambda_param_plain | ',') lambda_maybe* a='*' (lambda_param_plain | ',') => at a ` + "`* argument may appear only once`" + `
e_lambda_kwds: '**' NAME a='=' => at a ` + "`var-keyword argument cannot have default value`" + `
| '**' NAME ',' a=NAME => at a ` + "`arguments cannot follow var-keyword argument`" + `
| '**' NAME ',' a=('*' | '**' | '/') => at a ` + "`arguments cannot follow var-keyword argument`" + `
` + matchRules + expressionRules
