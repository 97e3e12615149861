//go:build unix

package app

import "io/fs"

// othersCanWrite tells that not only the owner can change the file.
func othersCanWrite(st fs.FileInfo) bool { return st.Mode().Perm()&0o002 != 0 }
