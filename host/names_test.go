package host

import "testing"

func TestIsName(t *testing.T) {
	for s, want := range map[string]bool{
		"a": true, "local": true, "e2b": true, "my-own-2": true,
		"": false, "2b": false, "-a": false, "a-": false, "a--b": false, "A": false, "a_b": false, "é": false, "a/b": false,
	} {
		if isName(s) != want {
			t.Errorf("isName(%q) is %v", s, !want)
		}
	}
}

func TestIsVersion(t *testing.T) {
	for s, want := range map[string]bool{
		"0.0.0": true, "1.20.3": true, "1.0.0-rc.1": true, "1.0.0+build-5": true, "1.0.0-a-b+c": true,
		"": false, "1": false, "1.2": false, "1.2.3.4": false, "01.2.3": false, "1.2.3-": false, "1.2.3+": false, "1.2.3+a+b": false,
		"v1.2.3": false, "1.2.x": false, "1..3": false, "1.2.3-ä": false,
	} {
		if isVersion(s) != want {
			t.Errorf("isVersion(%q) is %v", s, !want)
		}
	}
}
