package tool

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	_ "image/gif" // pictures of the web
	_ "image/jpeg"
	"image/png"
)

// maxPixels bounds the pictures that are decoded.
const maxPixels = 40_000_000

// PNG makes the PNG that value.Image holds of a picture of another kind (JPEG, GIF).
func PNG(data []byte) ([]byte, error) {
	if bytes.HasPrefix(data, []byte("\x89PNG\r\n\x1a\n")) {
		return data, nil
	}
	cfg, kind, err := image.DecodeConfig(bytes.NewReader(data))
	switch {
	case errors.Is(err, image.ErrFormat):
		return nil, errors.New("the picture is neither PNG nor JPEG nor GIF")
	case err != nil:
		return nil, fmt.Errorf("read the picture: %w", err)
	case cfg.Width <= 0 || cfg.Height <= 0 || cfg.Width > maxPixels/cfg.Height:
		return nil, fmt.Errorf("the picture has %d x %d pixels, at most %d are allowed", cfg.Width, cfg.Height, maxPixels)
	}
	img, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("read the picture (%s): %w", kind, err)
	}
	var out bytes.Buffer
	if err := png.Encode(&out, img); err != nil {
		return nil, fmt.Errorf("write the picture as PNG: %w", err)
	}
	return out.Bytes(), nil
}
