package shared

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/pem"
	"fmt"
	"math/big"
	"os"
	"time"
)

// envClientCert is how go-plugin hands the host's certificate to the plugin.
const envClientCert = "PLUGIN_CLIENT_CERT"

// Identity is a fresh key and a certificate signed by itself, made for one start of one plugin. The curve is P-256: go-plugin's own
// AutoMTLS has P-521 built in, which costs some 60 ms more a start, and which grpcio can't speak.
type Identity struct {
	cert tls.Certificate
	leaf *x509.Certificate
}

// NewIdentity makes an Identity.
func NewIdentity() (*Identity, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, fmt.Errorf("make key: %w", err)
	}
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 127))
	if err != nil {
		return nil, fmt.Errorf("make serial number: %w", err)
	}
	now := time.Now()
	template := &x509.Certificate{
		SerialNumber: serial,
		Subject:      pkix.Name{CommonName: "localhost", Organization: []string{"Airlock"}},
		DNSNames:     []string{"localhost"},
		NotBefore:    now.Add(-time.Hour), // clocks of guests in virtual machines drift
		NotAfter:     now.AddDate(10, 0, 0),
		KeyUsage:     x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
		ExtKeyUsage:  []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth, x509.ExtKeyUsageServerAuth},
		IsCA:         true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		return nil, fmt.Errorf("make certificate: %w", err)
	}
	leaf, err := x509.ParseCertificate(der)
	if err != nil {
		return nil, fmt.Errorf("make certificate: %w", err)
	}
	return &Identity{cert: tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key, Leaf: leaf}, leaf: leaf}, nil
}

// ClientEnv is the environment entry by which the host tells the plugin whom to let in.
func (id *Identity) ClientEnv() string {
	return envClientCert + "=" + string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: id.leaf.Raw}))
}

// ClientTLS is the host's plugin.ClientConfig.TLSConfig (AutoMTLS stays off). go-plugin adds the certificate that the plugin
// prints as the only root, so a plugin that prints none can't be talked to.
func (id *Identity) ClientTLS() *tls.Config {
	return &tls.Config{
		Certificates: []tls.Certificate{id.cert},
		MinVersion:   tls.VersionTLS13,
		ServerName:   "localhost",
		RootCAs:      x509.NewCertPool(), // never the system's

		CurvePreferences: curves,
	}
}

// serverTLS lets in the one client whose certificate came in the environment.
func (id *Identity) serverTLS(clientPEM string) (*tls.Config, error) {
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM([]byte(clientPEM)) {
		return nil, fmt.Errorf("read the host's certificate from %s: it is no PEM certificate", envClientCert)
	}
	return &tls.Config{
		Certificates: []tls.Certificate{id.cert},
		ClientAuth:   tls.RequireAndVerifyClientCert,
		ClientCAs:    pool,
		MinVersion:   tls.VersionTLS13,

		CurvePreferences:       curves,
		SessionTicketsDisabled: true, // there is one connection
	}, nil
}

// curves leaves out Go's default, a hybrid with a post-quantum part: nobody can record what goes through a private socket, and it would
// cost each start half a millisecond.
var curves = []tls.CurveID{tls.X25519, tls.CurveP256}

// pluginTLS makes what a plugin needs to answer the host: its TLS configuration and its certificate as the handshake line carries it.
// Without a certificate of the host there is none, and the connection is plain.
func pluginTLS() (*tls.Config, string, error) {
	clientPEM := os.Getenv(envClientCert)
	if clientPEM == "" {
		return nil, "", nil
	}
	id, err := NewIdentity()
	if err != nil {
		return nil, "", err
	}
	cfg, err := id.serverTLS(clientPEM)
	return cfg, base64.RawStdEncoding.EncodeToString(id.leaf.Raw), err
}
