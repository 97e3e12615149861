// Package definition is the files that say what an agent is made of.
//
// They are YAML, read strictly: a field that isn't known is an error, since a limit with
// a typing mistake would be none. They hold no secrets, only the names of environment
// variables.
package definition

import "time"

// The kinds of agents.
const (
	KindCode        = "code"         // acts by writing Python
	KindToolCalling = "tool-calling" // acts by calling tools
)

// Agent is what an agent is made of. Empty fields mean the defaults of agent.Config.
type Agent struct {
	Name         string    `yaml:"name,omitempty"`
	Description  string    `yaml:"description,omitempty"`
	Kind         string    `yaml:"kind,omitempty"`
	Instructions string    `yaml:"instructions,omitempty"`
	Model        *Model    `yaml:"model,omitempty"`
	Executor     *Executor `yaml:"executor,omitempty"`
	Imports      []string  `yaml:"imports,omitempty,flow"`
	Packages     []string  `yaml:"packages,omitempty,flow"`
	Tools        []string  `yaml:"tools,omitempty,flow"`
	MCP          []MCP     `yaml:"mcp,omitempty"`
	OpenAPI      []OpenAPI `yaml:"openapi,omitempty"`
	Managed      []Managed `yaml:"managed,omitempty"`
	MaxSteps     int       `yaml:"max-steps,omitempty"`
	PlanEvery    int       `yaml:"plan-every,omitempty"`
	Budget       *Budget   `yaml:"budget,omitempty"`
	Markdown     bool      `yaml:"markdown,omitempty"`
	Structured   bool      `yaml:"structured,omitempty"`
	ShowImages   bool      `yaml:"show-images,omitempty"`
	// Python gives a tool-calling agent the tool python_interpreter.
	Python bool `yaml:"python,omitempty"`
	// Report adds a summary of its steps to a managed agent's answer.
	Report bool `yaml:"report,omitempty"`
}

// Model says which model thinks. In a file it may be the provider's name alone.
type Model struct {
	// Provider's name, or recorded:FILE or scripted:FILE.
	Provider string `yaml:"provider,omitempty"`
	ID       string `yaml:"id,omitempty"`
	APIBase  string `yaml:"api-base,omitempty"`
	// KeyEnv is the environment variable that holds the key, instead of the provider's own.
	KeyEnv            string        `yaml:"key-env,omitempty"`
	Temperature       *float64      `yaml:"temperature,omitempty"`
	MaxTokens         int           `yaml:"max-tokens,omitempty"`
	Timeout           time.Duration `yaml:"timeout,omitempty"`
	Retries           *int          `yaml:"retries,omitempty"`
	RequestsPerMinute float64       `yaml:"requests-per-minute,omitempty"`
	Price             *Price        `yaml:"price,omitempty"`

	elsewhere bool // see Elsewhere
}

// Price is what a million tokens cost.
type Price struct {
	Input  float64 `yaml:"input"`
	Output float64 `yaml:"output"`
	Cached float64 `yaml:"cached,omitempty"`
}

// Executor says where code runs. In a file it may be the executor's name alone. Limits
// are written as for the flags of the same names.
type Executor struct {
	Name    string            `yaml:"name,omitempty"`
	Options map[string]string `yaml:"options,omitempty"`
	// Env are names of variables of this process that code may see.
	Env              []string `yaml:"env,omitempty,flow"`
	Timeout          string   `yaml:"timeout,omitempty"`
	MaxOperations    string   `yaml:"max-operations,omitempty"`
	MaxWhile         string   `yaml:"max-while,omitempty"`
	MaxMemory        string   `yaml:"max-memory,omitempty"`
	MaxOutput        string   `yaml:"max-output,omitempty"`
	AllowDunder      []string `yaml:"allow-dunder,omitempty,flow"`
	AllowFunction    []string `yaml:"allow-function,omitempty,flow"`
	StrictDunder     bool     `yaml:"strict-dunder,omitempty"`
	Isolate          string   `yaml:"isolate,omitempty"`
	RequireIsolation []string `yaml:"require-isolation,omitempty,flow"`
}

// MCP is a server whose tools the agent gets: a command that is started, or a URL.
type MCP struct {
	Command []string `yaml:"command,omitempty,flow"`
	// Dir is where the command is started; in a file it is relative to the file's folder,
	// which is the default.
	Dir string `yaml:"dir,omitempty"`
	// Env are names of variables of this process that the command gets.
	Env []string `yaml:"env,omitempty,flow"`
	URL string   `yaml:"url,omitempty"`
	// Headers of every request; ${NAME} stands for an environment variable.
	Headers map[string]string `yaml:"headers,omitempty"`
	// Prefix of the names of its tools.
	Prefix string `yaml:"prefix,omitempty"`
}

// OpenAPI is an HTTP API whose operations are tools. In a file it may be the document alone.
type OpenAPI struct {
	// Document that describes the API: a URL, or a file, which in a file is relative to the
	// file's folder.
	Document string `yaml:"document,omitempty"`
	// BaseURL of the API, where it isn't the server that the document names.
	BaseURL string `yaml:"base-url,omitempty"`
	// Headers of every call; ${NAME} stands for an environment variable.
	Headers map[string]string `yaml:"headers,omitempty"`
	// Operations are the ids of those to take; without any all are taken.
	Operations []string `yaml:"operations,omitempty,flow"`
	// Prefix of the names of its tools.
	Prefix string `yaml:"prefix,omitempty"`
}

// Managed is an agent that another one calls: the name of its file, or what would stand
// in that.
type Managed struct {
	File  string `yaml:"file,omitempty"`
	Agent `yaml:",inline"`
}

// Budget bounds a run together with those of managed agents.
type Budget struct {
	Steps  int           `yaml:"steps,omitempty"`
	Tokens int64         `yaml:"tokens,omitempty"`
	Cost   float64       `yaml:"cost,omitempty"`
	Time   time.Duration `yaml:"time,omitempty"`
}
