import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export interface Metrics {
  registry: Registry;
  observeRequest(method: string, status: number, seconds: number): void;
  /** Bytes that never became a request, by the code they were answered with. */
  countClientError(error: { code: string }): void;
  /** A gauge that is read when it is scraped. */
  gauge(name: string, help: string, read: () => number): void;
  /** A number that only grows. */
  counter(name: string, help: string): { inc(by?: number): void };
}

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** The process's own figures, the requests, and whatever features add. */
export function createMetrics({ processFigures = true } = {}): Metrics {
  const registry = new Registry();
  if (processFigures) collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Requests answered by Express, by method and class of status',
    labelNames: ['method', 'status'],
    buckets: SECONDS,
    registers: [registry],
  });
  const clientErrors = new Counter({
    name: 'http_client_errors_total',
    help: 'Connections that brought no request the parser could read, by the code of the answer',
    labelNames: ['code'],
    registers: [registry],
  });
  return {
    registry,
    countClientError: ({ code }) => clientErrors.inc({ code }),
    observeRequest: (method, status, seconds) =>
      requests.observe({ method, status: `${Math.floor(status / 100)}xx` }, seconds),
    gauge: (name, help, read) => {
      new Gauge({
        name,
        help,
        registers: [registry],
        collect() {
          this.set(read());
        },
      });
    },
    counter: (name, help) => new Counter({ name, help, registers: [registry] }),
  };
}
