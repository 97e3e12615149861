// Package images holds what the docker executor's images are made of, for it to
// make one that is missing.
package images

import "embed"

// Jupyter is the context of the image airlock/jupyter, in the folder jupyter.
//
//go:embed jupyter/Dockerfile jupyter/requirements.txt
var Jupyter embed.FS
