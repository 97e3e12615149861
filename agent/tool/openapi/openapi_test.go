package openapi_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/airlockhq/airlock/agent/tool"
	"github.com/airlockhq/airlock/agent/tool/openapi"
	"github.com/airlockhq/airlock/shared"
	"github.com/airlockhq/airlock/shared/value"
)

const document = `
openapi: 3.0.3
info: {title: Shop, version: "1"}
servers: [{url: "{scheme}://shop.test/v1", variables: {scheme: {default: https}}}]
paths:
  /items/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}, description: The item.}]
    get:
      operationId: get-item
      summary: Reads an item.
      parameters:
        - {name: fields, in: query, style: form, explode: false, schema: {type: array, items: {type: string}}}
        - {name: tag, in: query, schema: {type: array, items: {type: string}}}
        - {name: filter, in: query, style: deepObject, schema: {type: object}}
        - {name: limit, in: query, schema: {type: integer, default: 5, maximum: 10}}
        - {name: X-Trace, in: header, schema: {type: string}}
        - {name: X-Api-Key, in: header, required: true, schema: {type: string}}
        - {name: session, in: cookie, schema: {type: string}}
      responses:
        "200": {description: ok, content: {application/json: {schema: {$ref: "#/components/schemas/Item"}}}}
    put:
      operationId: put.item
      requestBody:
        required: true
        content: {application/json: {schema: {allOf: [{$ref: "#/components/schemas/Item"}, {type: object, required: [note], properties: {note: {type: string, nullable: true}}}]}}}
      responses: {"204": {description: done}}
  /raw:
    post:
      requestBody: {required: true, content: {text/plain: {schema: {type: string}}}}
      responses: {"200": {description: ok}}
  /form:
    post:
      operationId: form
      requestBody: {content: {application/x-www-form-urlencoded: {schema: {type: object, properties: {a: {type: integer}, class: {type: string}}}}}}
      responses: {"200": {description: ok}}
  /list:
    post:
      operationId: list
      requestBody: {required: true, content: {application/json: {schema: {type: array, items: {type: integer}}}}}
      responses: {"200": {description: ok}}
  /upload:
    post:
      operationId: upload
      requestBody: {required: true, content: {multipart/form-data: {schema: {type: object}}}}
      responses: {"200": {description: ok}}
  /odd/{x}:
    get: {operationId: odd, responses: {"200": {description: ok}}}
components:
  schemas:
    Item:
      type: object
      required: [name]
      properties:
        id: {type: string, readOnly: true}
        name: {type: string, description: Its name.}
        price: {type: number}
        parts: {type: array, items: {$ref: "#/components/schemas/Item"}}
`

// echo answers with what was asked; some paths have answers of their own.
func echo(t *testing.T) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("X-Api-Key") != "key-0123456789" {
			t.Errorf("the key is %q", r.Header.Get("X-Api-Key"))
		}
		switch r.URL.Path {
		case "/v1/items/missing":
			w.WriteHeader(http.StatusNotFound)
			_, _ = io.WriteString(w, "no such item; you sent "+r.Header.Get("X-Api-Key")+strings.Repeat("x", 1<<20))
			return
		case "/v1/items/away":
			http.Redirect(w, r, "http://127.0.0.2:1/", http.StatusTemporaryRedirect)
			return
		case "/v1/items/huge":
			_, _ = w.Write(make([]byte, 2000))
			return
		case "/v1/items/broken":
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, `{"a":`)
			return
		}
		if r.Method == http.MethodPut {
			body, _ := io.ReadAll(r.Body)
			if string(body) != `{"name":"n","note":null,"parts":[{"name":"p"}]}` || r.Header.Get("Content-Type") != "application/json" {
				t.Errorf("put %s as %s", body, r.Header.Get("Content-Type"))
			}
			w.WriteHeader(http.StatusNoContent)
			return
		}
		body, _ := io.ReadAll(r.Body)
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		_ = json.NewEncoder(w).Encode(fmt.Sprintf("%s %s %s %s key=%s", r.Method, r.URL.RequestURI(), r.Header.Get("X-Trace"), body, r.Header.Get("X-Api-Key")))
	}))
	t.Cleanup(s.Close)
	return s
}

func load(t *testing.T, c *openapi.Config) map[string]tool.Tool {
	t.Helper()
	list, err := openapi.Load([]byte(document), c)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]tool.Tool{}
	for _, tl := range list {
		out[tl.Spec().Name] = tl
	}
	return out
}

func call(t *testing.T, tl tool.Tool, kwargs map[string]any) (value.Value, error) {
	t.Helper()
	if tl == nil {
		t.Fatal("there is no such tool")
	}
	var kw []shared.Variable
	for name, v := range kwargs {
		kw = append(kw, shared.Variable{Name: name, Value: value.MustText(v)})
	}
	args, err := tool.Bind(tl.Spec(), nil, kw)
	if err != nil {
		t.Fatal(err)
	}
	return tool.Call(t.Context(), tl, args)
}

func TestLoad(t *testing.T) {
	s := echo(t)
	c := &openapi.Config{BaseURL: s.URL + "/v1/", Headers: map[string]string{"x-api-key": "key-0123456789"}, MaxBytes: 1000}
	ts := load(t, c)
	if len(ts) != 5 {
		t.Fatalf("the tools are %v", ts)
	}
	want := `def get_item(id: str, fields: list[str] = None, tag: list[str] = None, filter: dict = None, limit: int = 5, X_Trace: str = None) -> dict:
    """Reads an item.

    Args:
        id: The item.`
	if got := ts["get_item"].Spec().Signature(); !strings.HasPrefix(got, want) || !strings.Contains(got, `"name":{"description":"Its name.","type":"string"}`) {
		t.Errorf("signature\n%s", got)
	}
	for _, x := range []struct {
		tool string
		args map[string]any
		want string
	}{
		{"get_item", map[string]any{"id": "a/../b c", "fields": []string{"x", "y"}, "tag": []string{"1", "2"}, "filter": map[string]any{"k": true}, "limit": 7, "X_Trace": "t"},
			"GET /v1/items/a%2F..%2Fb%20c?fields=x%2Cy&filter%5Bk%5D=true&limit=7&tag=1&tag=2 t  key=[redacted]"},
		{"post_raw", map[string]any{"body": "some text"}, "POST /v1/raw  some text key=[redacted]"},
		{"form", map[string]any{"a": 1, "class_": "x y"}, "POST /v1/form  a=1&class=x+y key=[redacted]"},
		{"form", nil, "POST /v1/form   key=[redacted]"},
		{"list_2", map[string]any{"body": []int{1, 2}}, "POST /v1/list  [1,2] key=[redacted]"},
	} {
		if v, err := call(t, ts[x.tool], x.args); err != nil || v != value.Str(x.want) {
			t.Errorf("%s: %v, %v, want %s", x.tool, v, err, x.want)
		}
	}
	if v, err := call(t, ts["put_item"], map[string]any{"id": "1", "name": "n", "note": nil, "parts": []any{map[string]any{"name": "p"}}}); err != nil || v != (value.None{}) {
		t.Errorf("put: %v, %v", v, err)
	}
	for id, want := range map[string]string{
		"missing": "get_item: the API answers 404 Not Found: no such item; you sent [redacted]xxx",
		"away":    "call get_item: the API redirects to http://127.0.0.2:1",
		"huge":    "the answer is longer than 1000 bytes",
		"broken":  "invalid JSON: it ends too early",
		"..":      `get_item: ".." can't be a part of a path`,
		"":        "can't be a part of a path",
	} {
		if _, err := call(t, ts["get_item"], map[string]any{"id": id}); err == nil || !strings.Contains(err.Error(), want) || len(err.Error()) > 3000 || strings.Contains(err.Error(), "key-0123456789") {
			t.Errorf("%s: %v", id, err)
		}
	}
	var e *tool.Error
	if _, err := call(t, ts["get_item"], map[string]any{"id": "x", "X_Trace": "a\r\nX-Evil: 1"}); !errors.As(err, &e) || e.Type != "ValueError" {
		t.Errorf("a header with a line break: %v", err)
	}
}

func TestLoadRefuses(t *testing.T) {
	for _, x := range []struct {
		doc  string
		c    openapi.Config
		want string
	}{
		{"{", openapi.Config{}, "OpenAPI document"},
		{`{"swagger": "2.0", "paths": {}}`, openapi.Config{}, "versions 3.x are read"},
		{`{"openapi": "3.1.0", "paths": {}}`, openapi.Config{}, "names no server"},
		{`{"openapi": "3.1.0", "servers": [{"url": "/v1"}]}`, openapi.Config{}, "no whole URL"},
		{document, openapi.Config{Operations: []string{"nowhere"}}, `it has no operation "nowhere"`},
		{document, openapi.Config{Operations: []string{"upload"}}, "operation upload: its body is [multipart/form-data]"},
		{document, openapi.Config{Operations: []string{"odd"}}, "stands for inputs that aren't described"},
		{`{"openapi": "3.0.0", "paths": {"/x": {"get": {"operationId": "x", "parameters": [{"$ref": "file:///etc/passwd"}]}}}}`, openapi.Config{BaseURL: "http://a.test", Operations: []string{"x"}}, "a parameter can't be found in the document"},
	} {
		if _, err := openapi.Load([]byte(x.doc), &x.c); err == nil || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%.60s %v: %v", x.doc, x.c.Operations, err)
		}
	}
	if list, err := openapi.Load([]byte(`{"openapi": "3.1.0"}`), &openapi.Config{BaseURL: "http://a.test"}); err != nil || len(list) != 0 {
		t.Errorf("an empty document: %v, %v", list, err)
	}
	// Schemas that hold each other, written out, would fill the memory.
	var wide strings.Builder
	for i := range 50 {
		fmt.Fprintf(&wide, `,"p%d": {"$ref": "#/components/schemas/A"}`, i)
	}
	bomb := `{"openapi": "3.1.0", "paths": {"/x": {"post": {"operationId": "x", "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/A"}}}}}}},
		"components": {"schemas": {"A": {"type": "object", "properties": {"a": {"$ref": "#/components/schemas/A"}` + wide.String() + `}}}}}`
	list, err := openapi.Load([]byte(bomb), &openapi.Config{BaseURL: "http://a.test"})
	if err != nil || len(list) != 1 || len(list[0].Spec().InputSchema) > 1<<20 {
		t.Errorf("schemas that hold themselves: %v, %v", list, err)
	}
	// So would large values that they hold, and the variables of a server.
	values := strings.Repeat(`"0123456789abcdef",`, 10_000) + `"z"`
	bomb = `{"openapi": "3.1.0", "servers": [{"url": "http://a.test/{a}", "variables": {"a": {"default": "` + strings.Repeat("{b}", 1000) + `"}, "b": {"default": "` + strings.Repeat("{a}", 1000) + `"}}}],
		"paths": {"/x": {"post": {"operationId": "x", "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/A"}}}}}}},
		"components": {"schemas": {"E": {"enum": [` + values + `], "required": [` + values + `]}, "A": {"type": "object", "properties": {` + strings.TrimPrefix(strings.ReplaceAll(wide.String(), "/A", "/E"), ",") + `}}}}}`
	list, err = openapi.Load([]byte(bomb), &openapi.Config{})
	if err != nil || len(list) != 1 || len(list[0].Spec().InputSchema) > 1<<20 {
		t.Errorf("schemas with large values: %v", err)
	}
	if ts := load(t, &openapi.Config{Operations: []string{"list"}, Prefix: "shop."}); len(ts) != 1 || ts["shop_list"] == nil {
		t.Errorf("one operation of it: %v", ts)
	}
}

// TestFrom: a server without a host is where the document comes from, and keys go nowhere
// else unless the caller says so.
func TestFrom(t *testing.T) {
	key := map[string]string{"X-Api-Key": "secret-key"}
	for _, c := range []struct {
		server, from, base string
		headers            map[string]string
		fails              string
	}{
		{server: "", from: "https://shop.test/api/openapi.json", headers: key},
		{server: "/v1", from: "https://shop.test/api/openapi.json", headers: key},
		{server: "https://shop.test/v1", from: "https://shop.test/openapi.json", headers: key},
		{server: "https://other.test/v1", from: "https://shop.test/openapi.json"},
		{server: "https://other.test/v1", from: "https://shop.test/openapi.json", base: "https://other.test/v2", headers: key},
		{server: "https://other.test/v1", headers: key},
		{server: "https://other.test/v1", from: "https://shop.test/openapi.json", headers: key, fails: "give that as the base URL"},
		{server: "http://shop.test/v1", from: "https://shop.test/openapi.json", headers: key, fails: "give that as the base URL"},
		{server: "//other.test/v1", from: "https://shop.test/openapi.json", headers: key, fails: "give that as the base URL"},
		{server: "/v1", fails: "no whole URL"},
		{server: ":", from: "https://shop.test/openapi.json", fails: "no URL"},
	} {
		text := strings.Replace(document, `"{scheme}://shop.test/v1", variables: {scheme: {default: https}}`, fmt.Sprintf("%q", c.server), 1)
		tools, err := openapi.Load([]byte(text), &openapi.Config{From: c.from, BaseURL: c.base, Headers: c.headers})
		switch {
		case c.fails != "" && (err == nil || !strings.Contains(err.Error(), c.fails) || strings.Contains(err.Error(), "secret-key")):
			t.Errorf("%+v gives %v", c, err)
		case c.fails == "" && (err != nil || len(tools) == 0):
			t.Errorf("%+v gives %d tools, %v", c, len(tools), err)
		}
	}
}

func TestRedirectKeepsHeaders(t *testing.T) {
	other := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		t.Errorf("asked with the key %q", r.Header.Get("X-Api-Key"))
	}))
	defer other.Close()
	s := httptest.NewServer(http.RedirectHandler(other.URL, http.StatusTemporaryRedirect))
	defer s.Close()
	op := &openapi.Operation{Name: "f", Path: "/{a}{b}", Inputs: []openapi.Input{{Name: "a", In: openapi.InPath, Required: true}, {Name: "b", In: openapi.InPath, Required: true}}}
	for _, c := range []*http.Client{nil, {}, s.Client()} {
		tl, err := op.Tool(&openapi.Config{BaseURL: s.URL, Headers: map[string]string{"X-Api-Key": "key-0123456789"}, Client: c})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := call(t, tl, map[string]any{"a": "x", "b": "y"}); err == nil || !strings.Contains(err.Error(), "the API redirects") {
			t.Errorf("a redirect to another host: %v", err)
		}
		if _, err := call(t, tl, map[string]any{"a": ".", "b": "."}); err == nil || !strings.Contains(err.Error(), `".." can't be a part of a path`) {
			t.Errorf("a path of two arguments: %v", err)
		}
	}
}

func TestQueryKeys(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, "asked for "+r.RequestURI) }))
	defer s.Close()
	op := &openapi.Operation{Name: "f", Path: "/x", Inputs: []openapi.Input{{Name: "key", In: openapi.InQuery, Required: true}}}
	tl, err := op.Tool(&openapi.Config{BaseURL: s.URL + "?key=key-0123456789"})
	if err != nil {
		t.Fatal(err)
	}
	if v, err := call(t, tl, nil); err != nil || v != value.Str("asked for /x?key=[redacted]") {
		t.Errorf("%v, %v", v, err)
	}
}

func TestOperation(t *testing.T) {
	s := echo(t)
	op := &openapi.Operation{Name: "rate", Doc: "Rates an item.", Method: http.MethodPost, Path: "/items/{id}/rating", Inputs: []openapi.Input{
		{Name: "note", In: openapi.InBody}, {Name: "stars", In: openapi.InBody, Type: tool.TypeInteger, Required: true}, {Name: "id", In: openapi.InPath, Required: true},
	}}
	c := &openapi.Config{BaseURL: s.URL, Headers: map[string]string{"X-Api-Key": "key-0123456789"}}
	tl, err := op.Tool(c)
	if err != nil {
		t.Fatal(err)
	}
	if got := tl.Spec().Signature(); !strings.HasPrefix(got, "def rate(stars: int, id: str, note: str = None) -> Any:") {
		t.Error(got)
	}
	if v, err := call(t, tl, map[string]any{"id": "7", "stars": 5}); err != nil || v != value.Str(`POST /items/7/rating  {"stars":5} key=[redacted]`) {
		t.Errorf("%v, %v", v, err)
	}
	for _, bad := range []openapi.Operation{
		{Name: "f", Path: "/{x}"},
		{Name: "f", Path: "/", Inputs: []openapi.Input{{Name: "x", In: "cookie"}}},
		{Name: "f", Path: "/{x}", Inputs: []openapi.Input{{Name: "x", In: openapi.InPath}}},
		{Name: "not a name", Path: "/"},
	} {
		if _, err := bad.Tool(c); err == nil {
			t.Errorf("%+v: a tool", bad)
		}
	}
}
