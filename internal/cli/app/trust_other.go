//go:build !unix

package app

import "io/fs"

// othersCanWrite is unknown where permission bits don't tell.
func othersCanWrite(fs.FileInfo) bool { return false }
