package shared

import "crypto/tls"

// PairForTest are the TLS configurations of both ends, with one identity for both.
func (id *Identity) PairForTest() (server, client *tls.Config) {
	server, err := id.serverTLS(id.ClientEnv()[len(envClientCert)+1:])
	if err != nil {
		panic(err)
	}
	client = id.ClientTLS()
	client.RootCAs.AddCert(id.leaf)
	return server, client
}

// InFlight is how many Executes wait for their answer.
func InFlight(s *ClientSession) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.running)
}
