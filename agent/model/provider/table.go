package provider

import (
	"net/url"
	"os"
	"strings"
)

// Provider is a server of models, or a kind of them.
type Provider struct {
	Name string
	// BaseURL of its API; "" where everyone has another.
	BaseURL string
	// BaseURLEnv is an environment variable that has the base URL, KeyEnv one that has the key.
	BaseURLEnv, KeyEnv string
	// KeyOptional says that it usually wants no key.
	KeyOptional bool

	otel                string // its name by OpenTelemetry's gen_ai.provider.name, if it's another
	keyHeader           string
	headerEnv           map[string]string // headers whose values come from environment variables
	maxCompletionTokens bool
	start, pull         string
}

func (p *Provider) system() string {
	if p.otel != "" {
		return p.otel
	}
	return p.Name
}

// All are the providers that Open knows.
func All() []Provider {
	return []Provider{
		{
			Name: "openai", BaseURL: "https://api.openai.com/v1", BaseURLEnv: "OPENAI_BASE_URL", KeyEnv: "OPENAI_API_KEY",
			headerEnv:           map[string]string{"OpenAI-Organization": "OPENAI_ORG_ID", "OpenAI-Project": "OPENAI_PROJECT_ID"},
			maxCompletionTokens: true,
		},
		{
			Name: "azure", BaseURLEnv: "AZURE_OPENAI_ENDPOINT", KeyEnv: "AZURE_OPENAI_API_KEY", otel: "azure.ai.openai",
			keyHeader: "api-key", maxCompletionTokens: true,
		},
		{Name: "anthropic", BaseURL: "https://api.anthropic.com", BaseURLEnv: "ANTHROPIC_BASE_URL", KeyEnv: "ANTHROPIC_API_KEY"},
		// The router of Hugging Face; a model's name may end in :PROVIDER, :fastest or :cheapest.
		{Name: "hf", BaseURL: "https://router.huggingface.co/v1", KeyEnv: "HF_TOKEN", otel: "huggingface"},
		{Name: "together", BaseURL: "https://api.together.xyz/v1", KeyEnv: "TOGETHER_API_KEY"},
		{Name: "groq", BaseURL: "https://api.groq.com/openai/v1", KeyEnv: "GROQ_API_KEY"},
		{Name: "openrouter", BaseURL: "https://openrouter.ai/api/v1", KeyEnv: "OPENROUTER_API_KEY"},
		{Name: "mistral", BaseURL: "https://api.mistral.ai/v1", KeyEnv: "MISTRAL_API_KEY", otel: "mistral_ai"},
		{Name: "deepseek", BaseURL: "https://api.deepseek.com/v1", KeyEnv: "DEEPSEEK_API_KEY"},
		{Name: "xai", BaseURL: "https://api.x.ai/v1", KeyEnv: "XAI_API_KEY", otel: "x_ai"},
		{Name: "vllm", BaseURL: "http://localhost:8000/v1", KeyEnv: "VLLM_API_KEY", KeyOptional: true, start: "vllm serve MODEL"},
		{Name: "ollama", BaseURL: "http://localhost:11434/v1", KeyEnv: "OLLAMA_API_KEY", KeyOptional: true, start: "ollama serve", pull: "ollama pull"},
		{Name: "lmstudio", BaseURL: "http://localhost:1234/v1", KeyEnv: "LMSTUDIO_API_KEY", KeyOptional: true, start: "lms server start", pull: "lms get"},
	}
}

// azureURL makes the base URL of a deployment from the address of an Azure resource. An
// address that has a path is taken as it is. Without a version it is that of the API that
// needs none.
func azureURL(endpoint, deployment, version string) string {
	if version == "" {
		version = os.Getenv("OPENAI_API_VERSION")
	}
	u, err := url.Parse(endpoint)
	if err != nil {
		return endpoint // to be refused with a reason
	}
	if strings.Trim(u.Path, "/") == "" {
		u.Path = "/openai/v1"
		if version != "" {
			u = u.JoinPath("..", "deployments", deployment)
		}
	}
	if q := u.Query(); version != "" && !q.Has("api-version") {
		q.Set("api-version", version)
		u.RawQuery = q.Encode()
	}
	return u.String()
}
