package telemetry

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"

	"go.opentelemetry.io/otel/exporters/otlp/otlpmetric/otlpmetrichttp"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/resource"
	"go.opentelemetry.io/otel/sdk/trace"
	semconv "go.opentelemetry.io/otel/semconv/v1.41.0"
)

// OTLP makes a Telemetry that sends to a collector by OTLP over HTTP. The endpoint is the
// collector's address without the path of a signal, such as http://localhost:4318;
// headers and timeouts are read from OpenTelemetry's own OTEL_EXPORTER_OTLP_* variables.
// Close sends what is left; ctx bounds how long that takes.
func OTLP(ctx context.Context, endpoint, version string, o Options) (t *Telemetry, closeAll func(context.Context) error, err error) {
	u, err := url.Parse(endpoint)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, nil, fmt.Errorf("telemetry: the endpoint is %q: want an address such as http://localhost:4318", endpoint)
	}
	base := strings.TrimSuffix(endpoint, "/")
	spans, err := otlptracehttp.New(ctx, otlptracehttp.WithEndpointURL(base+"/v1/traces"))
	if err != nil {
		return nil, nil, fmt.Errorf("telemetry: %w", err)
	}
	figures, err := otlpmetrichttp.New(ctx, otlpmetrichttp.WithEndpointURL(base+"/v1/metrics"))
	if err != nil {
		return nil, nil, errors.Join(fmt.Errorf("telemetry: %w", err), spans.Shutdown(ctx))
	}
	res := resource.NewWithAttributes(semconv.SchemaURL, semconv.ServiceName("airlock"), semconv.ServiceVersion(version))
	tracer := trace.NewTracerProvider(trace.WithBatcher(spans), trace.WithResource(res))
	meter := metric.NewMeterProvider(metric.WithReader(metric.NewPeriodicReader(figures)), metric.WithResource(res))
	o.Tracer, o.Meter = tracer, meter
	closeAll = func(ctx context.Context) error { return errors.Join(tracer.Shutdown(ctx), meter.Shutdown(ctx)) }
	if t, err = New(o); err != nil {
		return nil, nil, errors.Join(err, closeAll(ctx))
	}
	return t, closeAll, nil
}
