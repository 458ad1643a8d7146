import { setTimeout as pause } from 'node:timers/promises';

/** What the server has counted, by what its `/metrics` calls it; of a span when it is a difference. */
export interface ServerBooks {
  /** By `filled` or no-fill reason. */
  decisions: Record<string, number>;
  /** Acknowledged, by kind, repetitions included. */
  events: Record<string, number>;
  /** Kept and not counted, by the reason that showed on arrival. */
  invalid: Record<string, number>;
  /** Requests answered with an error, by its code. */
  refusals: Record<string, number>;
  forged: number;
  /** Events that this process put into the database. */
  stored: number;
}

const GROUPS = {
  ezdash_decisions_total: 'decisions',
  ezdash_events_total: 'events',
  ezdash_invalid_events_total: 'invalid',
  ezdash_serve_refusals_total: 'refusals',
} as const;
const SAMPLE = /^(\w+)(?:\{(?:\w+)="([^"]*)"\})? (\S+)$/;
const WAITING = 'ezdash_ingest_oldest_waiting_seconds';
const TIMEOUT_MS = 5_000;
const STEP_MS = 250;
/** The journal is read a few times a second: nothing waits only when nothing came of several readings. */
const QUIET_READINGS = 6;

const isGroup = (name: string): name is keyof typeof GROUPS => Object.hasOwn(GROUPS, name);

/** Reads Prometheus' text; what is not the ad server's is left out. `waitingSeconds`: age of the oldest event under way. */
export function parseBooks(text: string): { books: ServerBooks; waitingSeconds: number } {
  const books: ServerBooks = { decisions: {}, events: {}, invalid: {}, refusals: {}, forged: 0, stored: 0 };
  let waitingSeconds = 0;
  for (const line of text.split('\n')) {
    const [, name = '', label = '', number = ''] = SAMPLE.exec(line) ?? [];
    const value = Number(number);
    if (isGroup(name)) books[GROUPS[name]][label] = value;
    else if (name === 'ezdash_tokens_forged') books.forged = value;
    else if (name === 'ezdash_ingested_events') books.stored = value;
    else if (name === WAITING) waitingSeconds = value;
  }
  return { books, waitingSeconds };
}

async function read(url: string) {
  const answer = await fetch(new URL('/metrics', url), { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!answer.ok) throw new Error(`/metrics answered ${answer.status}`);
  return parseBooks(await answer.text());
}

/** Null when the server does not show its figures to everybody. */
export async function readBooks(url: string): Promise<ServerBooks | null> {
  return read(url).then(
    ({ books }) => books,
    () => null,
  );
}

/** The books once every event is in the database, or after `patienceMs` as they are then. */
export async function readSettledBooks(
  url: string,
  patienceMs: number,
): Promise<{ books: ServerBooks; settled: boolean } | null> {
  const endMs = performance.now() + patienceMs;
  let stored = Number.NaN;
  for (let quiet = 0; ; ) {
    const found = await read(url).catch(() => null);
    if (!found) return null;
    const isQuiet = found.waitingSeconds === 0 && found.books.stored === stored;
    quiet = isQuiet ? quiet + 1 : 0;
    ({ stored } = found.books);
    const settled = quiet >= QUIET_READINGS;
    if (settled || performance.now() > endMs) return { books: found.books, settled };
    await pause(STEP_MS);
  }
}

function subtract(later: Record<string, number>, earlier: Record<string, number>): Record<string, number> {
  const entries = Object.entries(later).map(([name, value]) => [name, value - (earlier[name] ?? 0)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== 0));
}

/** What was counted in between. */
export const booksBetween = (earlier: ServerBooks, later: ServerBooks): ServerBooks => ({
  decisions: subtract(later.decisions, earlier.decisions),
  events: subtract(later.events, earlier.events),
  invalid: subtract(later.invalid, earlier.invalid),
  refusals: subtract(later.refusals, earlier.refusals),
  forged: later.forged - earlier.forged,
  stored: later.stored - earlier.stored,
});
