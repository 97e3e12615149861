package host

import (
	"fmt"
	"sort"
	"strings"

	"github.com/airlockhq/airlock/shared"
)

// vendorEnv lists the environment variables that our own plugins get without being
// asked about: those of their vendor, and nothing else of the host's environment.
// With an entry in the lock file that entry decides instead.
var vendorEnv = map[string][]string{
	"docker":  append([]string{"DOCKER_HOST", "DOCKER_TLS_VERIFY", "DOCKER_CERT_PATH", "DOCKER_API_VERSION", "DOCKER_CONFIG", "DOCKER_CONTEXT", "HOME", "PATH", "PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL", "PIP_TRUSTED_HOST", "PIP_CERT"}, proxyEnv...),
	"e2b":     append([]string{"E2B_API_KEY", "E2B_ACCESS_TOKEN", "E2B_DOMAIN", "E2B_API_URL", "E2B_SANDBOX_URL"}, proxyEnv...),
	"modal":   append([]string{"MODAL_TOKEN_ID", "MODAL_TOKEN_SECRET", "MODAL_SERVER_URL", "MODAL_ENVIRONMENT", "MODAL_PROFILE", "MODAL_CONFIG_PATH", "HOME"}, proxyEnv...),
	"blaxel":  append([]string{"BL_API_KEY", "BL_WORKSPACE", "BL_REGION", "BL_ENV", "BL_CLIENT_CREDENTIALS", "BL_API_URL", "BL_RUN_URL", "HOME"}, proxyEnv...),
	"process": {"PATH", "AIRLOCK_PYTHON", "XDG_CACHE_HOME", "HOME"},
}

// proxyEnv is what Go's HTTP client and its certificate pool read.
var proxyEnv = []string{"HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "no_proxy", "SSL_CERT_FILE", "SSL_CERT_DIR"}

// publicEnv are granted variables whose values aren't secrets: hiding each "/root"
// or "/usr/bin" in the logs would make them unreadable.
var publicEnv = map[string]bool{
	"PATH": true, "HOME": true, "XDG_CACHE_HOME": true, "AIRLOCK_PYTHON": true, "NO_PROXY": true, "no_proxy": true, "SSL_CERT_FILE": true, "SSL_CERT_DIR": true,
	"DOCKER_HOST": true, "DOCKER_TLS_VERIFY": true, "DOCKER_CERT_PATH": true, "DOCKER_API_VERSION": true, "DOCKER_CONFIG": true, "DOCKER_CONTEXT": true,
	"PIP_TRUSTED_HOST": true, "PIP_CERT": true,
	"E2B_DOMAIN": true, "E2B_API_URL": true, "E2B_SANDBOX_URL": true,
	"MODAL_SERVER_URL": true, "MODAL_ENVIRONMENT": true, "MODAL_PROFILE": true, "MODAL_CONFIG_PATH": true,
	"BL_WORKSPACE": true, "BL_REGION": true, "BL_ENV": true, "BL_API_URL": true, "BL_RUN_URL": true,
}

// reservedEnv are prefixes of variables that steer the launch itself, the loader or
// the runtime; nobody can grant those.
var reservedEnv = []string{"PLUGIN_", "LD_", "DYLD_", shared.EnvParentFD, shared.EnvReattach, shared.Handshake.MagicCookieKey, "GODEBUG", "TMPDIR"}

func checkEnvName(name string) error {
	if !envNamePattern().MatchString(name) {
		return fmt.Errorf("%q is not the name of an environment variable", name)
	}
	for _, p := range reservedEnv {
		if strings.HasPrefix(name, p) {
			return fmt.Errorf("environment variable %q can't be granted: it steers the launch of plugins", name)
		}
	}
	return nil
}

// granted returns the names that an executor may get: those of its lock entry, or
// without one its vendor's and those that the user granted.
func (c Config) granted(name string, lock *LockEntry) []string {
	if lock != nil {
		return lock.Env
	}
	return uniqueSorted(append(append([]string{}, vendorEnv[name]...), c.GrantEnv...))
}

// grantedValues returns NAME=VALUE for the names that are granted, declared and set.
func (c Config) grantedValues(granted, declared []string) map[string]string {
	wants := map[string]bool{}
	for _, n := range declared {
		wants[n] = true
	}
	out := map[string]string{}
	for _, n := range granted {
		if v, ok := c.LookupEnv(n); ok && wants[n] {
			out[n] = v
		}
	}
	return out
}

func uniqueSorted(in []string) []string {
	seen := map[string]bool{}
	out := []string{}
	for _, s := range in {
		if !seen[s] {
			seen[s] = true
			out = append(out, s)
		}
	}
	sort.Strings(out)
	return out
}
