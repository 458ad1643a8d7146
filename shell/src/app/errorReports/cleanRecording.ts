import { textWithoutSecrets } from '@ezdash/contracts';
import type { makeFetchTransport } from '@sentry/react';

type Transport = ReturnType<typeof makeFetchTransport>;
type Envelope = Parameters<Transport['send']>[0];

/** What holds an address in a recording: of the page, of a link, of a call. */
const ADDRESSES = new Set(['href', 'src', 'url', 'to', 'from', 'description']);

/** A recording is a line that numbers it, and its events as JSON. Texts are masked when they are recorded; addresses are not. */
export function recordingWithoutQueries(recording: string): string {
  const start = recording.indexOf('\n') + 1;
  const events: unknown = JSON.parse(recording.slice(start), (key, value: unknown) =>
    typeof value === 'string' && ADDRESSES.has(key) ? textWithoutSecrets(value) : value,
  );
  return recording.slice(0, start) + JSON.stringify(events);
}

function cleaned(envelope: Envelope): Envelope {
  const [header, items] = envelope;
  const clean = (items as [{ type: string }, unknown][]).map((item) => {
    const [{ type }, payload] = item;
    return type === 'replay_recording' && typeof payload === 'string'
      ? [item[0], recordingWithoutQueries(payload)]
      : item;
  });
  return [header, clean] as Envelope;
}

/** The transport, with the addresses in recordings cut behind their path. What cannot be read is not sent. */
export function withCleanRecordings<Options>(
  make: (options: Options) => Transport,
): (options: Options) => Transport {
  return (options) => {
    const transport = make(options);
    return { ...transport, send: async (envelope) => transport.send(cleaned(envelope)) };
  };
}
