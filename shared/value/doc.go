// Package value is the safe text: Python values as tagged JSON, exact in both directions and safe to read from a sandbox.
package value
