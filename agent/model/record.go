package model

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"sync"
)

// record is one line of a recording: a request in its canonical form, and its answer.
type record struct {
	Request  json.RawMessage `json:"request"`
	Response *Response       `json:"response"`
}

// Record appends each answer of m to the file at path, for Replay: a line of JSON a
// call. Of images in requests only a hash is kept. Keys are no part of a request; the
// texts in secrets, wherever they occur and in the forms in which keys travel, are
// written as ***. Errors aren't recorded.
func Record(m Model, path string, secrets ...string) (Model, error) {
	r := &recorder{Model: m, path: path, canon: newCanon(secrets)}
	if err := r.append(nil); err != nil { // tells before the first call that the file can't be written
		return nil, err
	}
	return r, nil
}

type recorder struct {
	Model
	path  string
	canon canon

	mu sync.Mutex // lines of this process stay whole whatever the system does
}

// Generate implements Model.
func (r *recorder) Generate(ctx context.Context, req *Request, onDelta func(*Delta)) (*Response, error) {
	request, err := r.canon.request(req)
	if err != nil {
		return nil, err
	}
	resp, err := r.Model.Generate(ctx, req, onDelta)
	if err != nil {
		return nil, err
	}
	response, err := r.canon.response(resp)
	if err != nil {
		return nil, err
	}
	var line bytes.Buffer
	enc := json.NewEncoder(&line)
	enc.SetEscapeHTML(false)
	if err = enc.Encode(record{Request: request, Response: response}); err != nil {
		return nil, fmt.Errorf("recording to %s: %w", r.path, err)
	}
	if err = r.append(line.Bytes()); err != nil {
		return nil, err
	}
	return resp, nil
}

// append adds a line in one write, so that lines of several processes don't mix.
func (r *recorder) append(line []byte) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	f, err := os.OpenFile(r.path, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600)
	if err != nil {
		return fmt.Errorf("recording: %w", err)
	}
	_, err = f.Write(line)
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		return fmt.Errorf("recording: %w", err)
	}
	return nil
}
