/** Share of traces and of replays that are sent, by the specification. */
export const REPORT_RATES = { traces: 1, replaySessions: 0.01, replayOnError: 1 } as const;

/** The parts of an event that say what happened. */
export interface ReportedEvent {
  message?: string;
  logentry?: { message?: string };
  exception?: { values?: { value?: string }[] };
}

const NOISE = 'Network';

function messageOf(thrown: unknown): string {
  if (typeof thrown === 'string') return thrown;
  const { message } = (thrown ?? {}) as { message?: unknown };
  return typeof message === 'string' ? message : '';
}

/** By the specification no error is reported whose message contains "Network", wherever the message stands. */
export function isNetworkNoise(event: ReportedEvent, original?: unknown): boolean {
  const values = event.exception?.values ?? [];
  const messages = [event.message, event.logentry?.message, messageOf(original)];
  return [...messages, ...values.map(({ value }) => value)].some((text) => text?.includes(NOISE));
}

/** Where a DSN's reports are posted to: all that a page needs to be allowed to reach. */
export function envelopeAddress(dsn: string): string {
  const { protocol, host, pathname } = new URL(dsn);
  const at = pathname.lastIndexOf('/');
  return `${protocol}//${host}${pathname.slice(0, at)}/api/${pathname.slice(at + 1)}/envelope/`;
}
