package shared

import (
	"bytes"
	"sync"

	pb "github.com/airlockhq/airlock/shared/proto/airlock/executor/v1"
	"github.com/airlockhq/airlock/shared/value"
)

// Sizes of the stream, in bytes. All but DefaultMaxMessageBytes and DefaultCreditWindow are fixed by the protocol.
const (
	// DefaultMaxMessageBytes is what both ends accept unless told otherwise. gRPC's own default is the same on the receiving side;
	// it is set explicitly, since go-plugin lifts it to 2 GiB for the host, and the plugin is the side that isn't trusted.
	DefaultMaxMessageBytes = 4 << 20
	// DefaultCreditWindow is what a request may send before its receiver grants more.
	DefaultCreditWindow = 1 << 20
	// MaxPayloadBytes bounds one value, log or code.
	MaxPayloadBytes = 64<<20 + 64<<10

	inlineBytes    = 1 << 20   // of the payloads of one message; the rest travels as chunks
	chunkBytes     = 256 << 10 // of Chunk and FileChunk
	outputBytes    = 64 << 10  // of one Output message
	unclaimedBytes = 2 * MaxPayloadBytes
)

// packer turns bytes into the payloads of one message and keeps the chunks to be sent before it.
type packer struct {
	nextBlob func() uint64
	inline   int
	chunks   []*pb.Chunk
	err      error
}

func (p *packer) pack(b []byte) *pb.Payload {
	if len(b) > MaxPayloadBytes {
		p.err = Errorf(KindSerialization, "send a payload of %d bytes: the limit is %d", len(b), MaxPayloadBytes)
		return nil
	}
	if p.inline+len(b) <= inlineBytes {
		p.inline += len(b)
		return &pb.Payload{Body: &pb.Payload_Inline{Inline: b}}
	}
	blob := p.nextBlob()
	for rest := b; len(rest) > 0; {
		n := min(len(rest), chunkBytes)
		p.chunks = append(p.chunks, &pb.Chunk{Blob: blob, Data: rest[:n]})
		rest = rest[n:]
	}
	return &pb.Payload{Body: &pb.Payload_Chunked{Chunked: &pb.ChunkedPayload{Blob: blob, Size: uint64(len(b))}}}
}

// packOptional packs nothing as an absent payload.
func (p *packer) packOptional(b []byte) *pb.Payload {
	if len(b) == 0 {
		return nil
	}
	return p.pack(b)
}

// blobs collects the chunks that came in until a payload claims them, or their request ends.
type blobs struct {
	mu    sync.Mutex
	parts map[uint64]*blob
	total int
	// allowPickle tells whether values may be pickled.
	allowPickle bool
}

type blob struct {
	request uint64
	data    []byte
}

// add keeps a chunk. An error is a breach of the protocol.
func (b *blobs) add(request uint64, c *pb.Chunk) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(c.Data) == 0 || len(c.Data) > chunkBytes {
		return Errorf(KindInvalidArgument, "receive chunk: %d bytes, allowed are 1 to %d", len(c.Data), chunkBytes)
	}
	if b.parts == nil {
		b.parts = map[uint64]*blob{}
	}
	part := b.parts[c.Blob]
	if part == nil {
		part = &blob{request: request}
		b.parts[c.Blob] = part
	}
	if b.total+len(c.Data) > unclaimedBytes || len(part.data)+len(c.Data) > MaxPayloadBytes || part.request != request {
		return Errorf(KindInvalidArgument, "receive chunk: blob %d of request %d is too large, or of another request", c.Blob, request)
	}
	part.data = append(part.data, c.Data...)
	b.total += len(c.Data)
	return nil
}

// drop forgets what a request left unclaimed.
func (b *blobs) drop(request uint64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for id, part := range b.parts {
		if part.request == request {
			b.total -= len(part.data)
			delete(b.parts, id)
		}
	}
}

// take returns the bytes of a payload; absent ones are nil.
func (b *blobs) take(p *pb.Payload) ([]byte, error) {
	switch body := p.GetBody().(type) {
	case nil:
		return nil, nil
	case *pb.Payload_Inline:
		return body.Inline, nil
	case *pb.Payload_Chunked:
		b.mu.Lock()
		defer b.mu.Unlock()
		part := b.parts[body.Chunked.Blob]
		if part == nil || uint64(len(part.data)) != body.Chunked.Size {
			return nil, Errorf(KindInvalidArgument, "receive payload: blob %d doesn't have the %d bytes that were announced", body.Chunked.Blob, body.Chunked.Size)
		}
		delete(b.parts, body.Chunked.Blob)
		b.total -= len(part.data)
		return part.data, nil
	}
	return nil, Errorf(KindUnsupported, "receive payload: unknown form")
}

// takeText is take for a value, whose prefix is checked.
func (b *blobs) takeText(p *pb.Payload) (value.Text, error) {
	data, err := b.take(p)
	if err != nil || data == nil {
		return nil, err
	}
	if err := checkText(data, b.allowPickle); err != nil {
		return nil, err
	}
	return data, nil
}

// takeValue is takeText with None for what is absent.
func (b *blobs) takeValue(p *pb.Payload) (value.Text, error) {
	text, err := b.takeText(p)
	if len(text) == 0 && err == nil {
		text = value.NoneText()
	}
	return text, err
}

// checkText refuses what is no value at all, and pickles unless both ends allowed them. The value itself is checked by whoever decodes it.
func checkText(t value.Text, allowPickle bool) error {
	switch {
	case len(t) == 0, bytes.HasPrefix(t, []byte(value.SafePrefix)):
		return nil
	case !bytes.HasPrefix(t, []byte(value.PicklePrefix)):
		return Errorf(KindSerialization, "read value: it begins neither with %q nor with %q", value.SafePrefix, value.PicklePrefix)
	case !allowPickle:
		return &Error{Kind: KindSerialization, Type: "SerializationError",
			Message: "Pickle data rejected: allow_pickle=False requires safe-only data. Allow pickle on both ends if you trust the sandbox."}
	}
	return nil
}
