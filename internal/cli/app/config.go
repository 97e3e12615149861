package app

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/knadh/koanf/parsers/yaml"
	"github.com/knadh/koanf/providers/rawbytes"
	"github.com/knadh/koanf/v2"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// notConfigurable are flags that belong to one command line.
var notConfigurable = map[string]bool{
	"code": true, "help": true, "version": true, "json": true, "indent": true, "only": true,
	"dry-run": true, "owner": true, "older-than": true,
	"file": true, "save-agent": true, "save-run": true, "record": true, "events": true, "image": true, "trust": true,
	"mcp-header": true, "openapi-header": true, // keys, for the servers that are named beside them
}

// Configurable tells that the environment and the configuration file may set a flag.
func Configurable(flag string) bool { return !notConfigurable[flag] }

// ConfigPath is where the configuration file is looked for.
func ConfigPath() (string, error) {
	dir, err := os.UserConfigDir()
	if err != nil {
		return "", fmt.Errorf("finding the configuration folder: %w; set XDG_CONFIG_HOME", err)
	}
	return filepath.Join(dir, "airlock", "config.yaml"), nil
}

// Configure fills in the flags of cmd that the command line didn't set: from AIRLOCK_*
// in the environment, else from the configuration file.
func Configure(cmd *cobra.Command) error {
	file, err := readConfig(cmd.Root())
	if err != nil {
		return err
	}
	var errs []error
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if f.Changed || notConfigurable[f.Name] {
			return
		}
		name := EnvName(f.Name)
		if v, ok := os.LookupEnv(name); ok && v != "" {
			// The host itself reads this one, as a list of paths.
			if f.Name != "plugin-dir" {
				errs = append(errs, setFlag(cmd.Flags(), f, "environment variable "+name, splitEnv(f, v)))
			}
			return
		}
		if v, ok := file.values[f.Name]; ok {
			values, err := texts(f, v)
			if err != nil {
				errs = append(errs, Usage("%s: %s: %w", file.path, f.Name, err))
				return
			}
			errs = append(errs, setFlag(cmd.Flags(), f, fmt.Sprintf("%s: %s", file.path, f.Name), values))
		}
	})
	return errors.Join(errs...)
}

// EnvName is the environment variable that sets a flag.
func EnvName(flag string) string {
	return "AIRLOCK_" + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}

func setFlag(fs *pflag.FlagSet, f *pflag.Flag, where string, values []string) error {
	for _, v := range values {
		if err := fs.Set(f.Name, v); err != nil {
			var invalid *pflag.InvalidValueError
			if errors.As(err, &invalid) {
				err = invalid.Unwrap()
			}
			return Usage("%s is %q: %w", where, v, err)
		}
	}
	return fs.SetAnnotation(f.Name, configured, []string{"true"})
}

func splitEnv(f *pflag.Flag, v string) []string {
	if f.Value.Type() == "stringArray" {
		return strings.Split(v, ",")
	}
	return []string{v}
}

// configured marks flags that Configure has set.
const configured = "airlock_configured"

// Configured tells that a flag's value isn't of the command line.
func Configured(f *pflag.Flag) bool { return f.Annotations[configured] != nil }

// texts are the values of the file as they would stand on the command line.
func texts(f *pflag.Flag, v any) ([]string, error) {
	switch v := v.(type) {
	case []any:
		var out []string
		for _, e := range v {
			t, err := texts(f, e)
			if err != nil {
				return nil, err
			}
			out = append(out, t...)
		}
		return out, nil
	case map[string]any:
		return pairs(f, v)
	case nil:
		return nil, nil
	case string, bool, int, int64, uint64, float64:
		return []string{fmt.Sprint(v)}, nil
	}
	return nil, fmt.Errorf("a %T can't be a value", v)
}

// pairs writes the entries of a map for the flags that take NAME=VALUE.
func pairs(f *pflag.Flag, m map[string]any) ([]string, error) {
	if !slices.Contains([]string{"env", "opt", "var"}, f.Name) {
		return nil, errors.New("want a value or a list, not a map")
	}
	var out []string
	for _, name := range slices.Sorted(maps.Keys(m)) {
		text := fmt.Sprint(m[name])
		if f.Name == "var" {
			b, err := json.Marshal(m[name])
			if err != nil {
				return nil, err
			}
			text = string(b)
		}
		out = append(out, name+"="+text)
	}
	return out, nil
}

type configFile struct {
	path   string
	values map[string]any
}

// readConfig reads the file, which need not be there. A key that no command has a flag
// for is an error: a limit with a typing mistake would be none.
func readConfig(root *cobra.Command) (configFile, error) {
	path, err := ConfigPath()
	if err != nil {
		return configFile{}, err
	}
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return configFile{}, nil
	}
	if err != nil {
		return configFile{}, Usage("reading the configuration: %w", err)
	}
	if st, err := os.Stat(path); err == nil && othersCanWrite(st) {
		return configFile{}, Usage("reading the configuration: others can write %q; run: chmod go-w %q", path, path)
	}
	k := koanf.New("\x00") // keys have no structure
	if err := k.Load(rawbytes.Provider(text), yaml.Parser()); err != nil {
		return configFile{}, Usage("reading the configuration %q: %w", path, err)
	}
	values := k.Raw()
	known := flagNames(root)
	for key := range values {
		if !known[key] {
			return configFile{}, Usage("reading the configuration %q: there is no setting %q; known are %s", path, key, strings.Join(slices.Sorted(maps.Keys(known)), ", "))
		}
	}
	return configFile{path, values}, nil
}

func flagNames(cmd *cobra.Command) map[string]bool {
	names := map[string]bool{}
	var walk func(c *cobra.Command)
	walk = func(c *cobra.Command) {
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if !notConfigurable[f.Name] {
				names[f.Name] = true
			}
		})
		for _, sub := range c.Commands() {
			walk(sub)
		}
	}
	walk(cmd)
	return names
}
