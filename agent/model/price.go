package model

import "context"

// Price is what a model's tokens cost, in any currency per million tokens. There is no
// table of prices: they change, and differ by contract.
type Price struct {
	Input, Output float64
	// Cached is the price of input that the server had cached; 0 means as Input.
	Cached float64
}

// Cost is what u costs.
func (p Price) Cost(u Usage) float64 {
	cached := p.Cached
	if cached == 0 {
		cached = p.Input
	}
	fresh := u.InputTokens - u.CachedTokens
	return (float64(fresh)*p.Input + float64(u.CachedTokens)*cached + float64(u.OutputTokens)*p.Output) / 1e6
}

// Priced sets the Cost of what m uses. The zero Price leaves m as it is.
func Priced(m Model, price Price) Model {
	if price == (Price{}) {
		return m
	}
	return &priced{Model: m, price: price}
}

type priced struct {
	Model
	price Price
}

// Generate implements Model.
func (p *priced) Generate(ctx context.Context, req *Request, onDelta func(*Delta)) (*Response, error) {
	resp, err := p.Model.Generate(ctx, req, onDelta)
	if err == nil && resp.Usage != nil {
		resp.Usage.Cost = p.price.Cost(*resp.Usage)
	}
	return resp, err
}
