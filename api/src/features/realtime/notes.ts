import { z } from 'zod';
import { currentTrace, readTraceText, type TraceOrigin, traceText } from '../../platform/trace';
import { type Message, message } from './message';

/** A row and whose it is. */
export interface OwnedRow {
  userId: number;
  row: number;
}

/**
 * What the database tells its servers on the channel `realtime`: what its triggers saw (migration 0039), what the
 * publisher says, and who a socket of another server belongs to.
 */
export type Note =
  | { topic: 'balance' | 'goal' | 'account' | 'rights'; users: number[] }
  | { topic: 'campaign' | 'property'; rows: OwnedRow[] }
  | { topic: 'review' | 'network' }
  | { topic: 'ended'; sessions: SessionOf[] }
  | { topic: 'release'; remote: string; version: string; revision: number }
  | { topic: 'message'; message: Message }
  | { topic: 'bind'; socketId: string; of: SessionOf };

export interface SessionOf {
  userId: number;
  /** `sessionHash`: names a session and opens nothing. */
  session: string;
}

const numbers = z
  .string()
  .transform((text) => text.split(',').map(Number))
  .pipe(z.array(z.int().positive()));
const pairs = z.string().transform((text) =>
  text.split(',').map((pair) => {
    const [first = '', second = ''] = pair.split('/');
    return { first, second };
  }),
);
const id = z.string().transform(Number).pipe(z.int().positive());
const rows = pairs.pipe(
  z.array(
    z.object({ first: id, second: id }).transform(({ first, second }) => ({ userId: first, row: second })),
  ),
);
const sessions = pairs.pipe(
  z.array(
    z
      .object({ first: id, second: z.string().regex(/^[0-9a-f]{32}$/) })
      .transform(({ first, second }) => ({ userId: first, session: second })),
  ),
);
const json = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue({ code: 'custom', message: 'is no JSON' });
    return z.NEVER;
  }
});
const bound = z.object({ socketId: z.string(), userId: z.int().positive(), session: z.string() });

const READERS: Readonly<Record<string, (rest: string) => Note>> = {
  balance: (rest) => ({ topic: 'balance', users: numbers.parse(rest) }),
  goal: (rest) => ({ topic: 'goal', users: numbers.parse(rest) }),
  account: (rest) => ({ topic: 'account', users: numbers.parse(rest) }),
  rights: (rest) => ({ topic: 'rights', users: numbers.parse(rest) }),
  campaign: (rest) => ({ topic: 'campaign', rows: rows.parse(rest) }),
  property: (rest) => ({ topic: 'property', rows: rows.parse(rest) }),
  review: () => ({ topic: 'review' }),
  network: () => ({ topic: 'network' }),
  ended: (rest) => ({ topic: 'ended', sessions: sessions.parse(rest) }),
  release: (rest) => {
    const [remote = '', version = '', revision = ''] = rest.split('/');
    return { topic: 'release', remote, version, revision: id.parse(revision) };
  },
  message: (rest) => ({ topic: 'message', message: json.pipe(message).parse(rest) }),
  bind: (rest) => {
    const { socketId, ...of } = json.pipe(bound).parse(rest);
    return { topic: 'bind', socketId, of };
  },
};

/** The note itself, and behind the line's end the click that it came of (migration 0049): a note has no line ends. */
function cutOrigin(payload: string): [note: string, origin: string | null] {
  const cut = payload.lastIndexOf('\n');
  return cut < 0 ? [payload, null] : [payload.slice(0, cut), payload.slice(cut + 1)];
}

/** Of whose click a note came; null where nobody's timeline is kept. */
export const originOfNote = (payload: string): TraceOrigin | null => readTraceText(cutOrigin(payload)[1]);

/** Null for what another release of the server says and this one does not know. */
export function readNote(payload: string): Note | null {
  const [note] = cutOrigin(payload);
  const cut = note.indexOf(':');
  const topic = note.slice(0, cut);
  if (cut < 0 || !Object.hasOwn(READERS, topic)) return null;
  try {
    return READERS[topic]?.(note.slice(cut + 1)) ?? null;
  } catch (error) {
    if (error instanceof z.ZodError) return null;
    throw error;
  }
}

/** With its origin when the call's timeline is kept. */
export function messageNote(of: Message): string {
  const trace = currentTrace();
  return `message:${JSON.stringify(of)}${trace?.keep ? `\n${traceText(trace)}` : ''}`;
}
export const bindNote = (socketId: string, of: SessionOf): string =>
  `bind:${JSON.stringify({ socketId, ...of })}`;
