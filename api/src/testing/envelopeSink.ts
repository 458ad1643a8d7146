import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';

/** One part of an envelope: an event, spans, a replay, … */
export interface EnvelopeItem {
  type: string;
  /** JSON as it was read; the text where it is none. */
  payload: unknown;
}

export interface ReceivedEnvelope {
  /** The number in the address: which project of Sentry it was sent to. */
  project: string;
  header: Record<string, unknown>;
  items: EnvelopeItem[];
  /** Everything that was sent, to look for what must not be in it. */
  text: string;
}

/** The parts of an event that tests look at. */
export interface ReceivedEvent {
  event_id: string;
  level?: string;
  message?: string;
  release?: string;
  environment?: string;
  transaction?: string;
  tags?: Record<string, string>;
  user?: Record<string, unknown>;
  request?: Record<string, unknown>;
  contexts?: Record<string, Record<string, unknown>>;
  breadcrumbs?: { category?: string; message?: string; data?: Record<string, unknown> }[];
  exception?: { values: { type?: string; value?: string }[] };
}

export interface EnvelopeSink {
  /** The DSN of one of its projects. */
  dsn(project: number): string;
  envelopes: readonly ReceivedEnvelope[];
  /** Requests of any kind that reached it. */
  requests: () => number;
  /** The events so far, with the project each was sent to. */
  events(): { project: string; event: ReceivedEvent }[];
  /** Waits for the request that makes it true. */
  until(isTrue: () => boolean): Promise<void>;
  /** What it answers from now on; 200 at first. `hang` answers nothing. */
  answerWith(status: number | 'hang'): void;
  close(): Promise<void>;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** An envelope: a line of its header, then for each item a line that describes it, and its payload. */
export function readEnvelope(bytes: Buffer): Pick<ReceivedEnvelope, 'header' | 'items'> {
  let at = 0;
  const line = () => {
    const end = bytes.indexOf(10, at);
    const text = bytes.subarray(at, end < 0 ? bytes.length : end).toString();
    at = end < 0 ? bytes.length : end + 1;
    return text;
  };
  const header = JSON.parse(line()) as Record<string, unknown>;
  const items: EnvelopeItem[] = [];
  while (at < bytes.length) {
    const text = line();
    if (text === '') continue;
    const { type, length } = JSON.parse(text) as { type: string; length?: number };
    if (length === undefined) {
      items.push({ type, payload: parse(line()) });
      continue;
    }
    items.push({ type, payload: parse(bytes.subarray(at, at + length).toString()) });
    at += length;
  }
  return { header, items };
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return (server.address() as AddressInfo).port;
}

/** Where Sentry would be: takes envelopes of any project, from pages of any origin, and keeps them. */
export async function startEnvelopeSink(): Promise<EnvelopeSink> {
  const envelopes: ReceivedEnvelope[] = [];
  let requests = 0;
  let answer: number | 'hang' = 200;
  const waiting = new Set<() => void>();
  const server = createServer(async (req, res) => {
    requests += 1;
    const raw = await buffer(req);
    const bytes = req.headers['content-encoding'] === 'gzip' ? gunzipSync(raw) : raw;
    const project = /^\/api\/(\d+)\/envelope\//.exec(req.url ?? '')?.[1];
    if (req.method === 'POST' && project)
      envelopes.push({ project, ...readEnvelope(bytes), text: bytes.toString() });
    for (const look of waiting) look();
    if (answer === 'hang') return;
    res
      .writeHead(answer, { 'Access-Control-Allow-Origin': '*', 'Content-Type': 'application/json' })
      .end('{}');
  });
  const port = await listen(server);
  return {
    dsn: (project) => `http://0123456789abcdef@127.0.0.1:${port}/${project}`,
    envelopes,
    requests: () => requests,
    events: () =>
      envelopes.flatMap(({ project, items }) =>
        items.flatMap(({ type, payload }) =>
          type === 'event' ? [{ project, event: payload as ReceivedEvent }] : [],
        ),
      ),
    until: (isTrue) =>
      new Promise((resolve) => {
        const look = () => {
          if (!isTrue()) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    answerWith: (status) => {
      answer = status;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
