import { type ErrorBody, type GateVerdict, gateRefusal } from '@ezdash/contracts';
import type { z } from 'zod';
import { RefusedError } from './failures';
import { parseJson } from './parseJson';
import { plain } from './words';

const refusal = gateRefusal.partial({ verdict: true });
type Refusal = z.infer<typeof refusal>;

/** A call that the server refused, as it said so. */
export class CallError extends RefusedError {
  override name = 'CallError';
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    /** What it answered; null when that was no refusal of ours, but a proxy's. */
    readonly body: Refusal | null = null,
  ) {
    super(message);
  }

  /** The gate's, when it was the gate. */
  get verdict(): GateVerdict | null {
    return this.body?.verdict ?? null;
  }
}

export interface CallOptions {
  method?: 'GET' | 'POST';
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is. */
  archive?: Uint8Array<ArrayBuffer>;
  query?: Record<string, string | number | undefined>;
  timeoutMs?: number;
  /** The same call twice does the same as once: it is tried again when nobody knows what became of it. Reading always is. */
  repeatable?: boolean;
}

export interface ReleaseClient {
  readonly url: string;
  /** Calls `/api/releases` + path. @throws CallError what the server refused; RefusedError when it cannot be reached */
  call<S extends z.ZodType>(path: string, schema: S, options?: CallOptions): Promise<z.output<S>>;
}

export interface ClientParts {
  /** Of the running network: `https://ads.example.com`. */
  url: string;
  token: string;
  /** Told before each further try. */
  log: (line: string) => void;
  /** Tests need not wait. */
  sleep?: (ms: number) => Promise<void>;
}

/** What came of a call, to its last byte. */
interface Answer {
  ok: boolean;
  status: number;
  text: string;
  retryAfter: string | null;
}

const TRIES = 5;
const FIRST_PAUSE_MS = 500;
/** What a server may ask us to wait. */
const LONGEST_PAUSE_MS = 30_000;
const TIMEOUT_MS = 15_000;
const TRY_LATER = new Set([429, 502, 503, 504]);
/** Of these the call was not carried out, whatever it was. */
const NOT_DONE = new Set([429, 503]);

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Seconds of `Retry-After`; otherwise twice as long each time, a little earlier or later. */
function pauseBefore(attempt: number, retryAfter: string | null): number {
  const seconds = Number(retryAfter);
  const asked = retryAfter !== null && seconds >= 0 ? seconds * 1_000 : 0;
  const ours = FIRST_PAUSE_MS * 2 ** attempt * (0.75 + Math.random() / 2);
  return Math.min(LONGEST_PAUSE_MS, Math.max(asked, ours));
}

/** All that is wrong, as one text. */
function sentenceOf({ message, code, errors, requestId }: ErrorBody): string {
  const fields = Object.entries(errors ?? {}).flatMap(([field, problems]) =>
    problems.map((problem) => `\n  ${field}: ${problem}`),
  );
  return `${message} (${code}, request ${requestId})${fields.join('')}`;
}

const NOT_THE_NETWORK = 'Is REMOTES_URL the address of the network, without a path?';
/** What helps against refusals that do not say it themselves. */
const HINTS: Readonly<Record<string, string>> = {
  NO_SUCH_ADDRESS: NOT_THE_NETWORK,
  NO_SUCH_REMOTE: 'A token of a team knows its own remote alone.',
};

function toCallError(status: number, text: string): CallError {
  const known = refusal.safeParse(parseJson(text));
  if (known.success) {
    const hint = HINTS[known.data.code];
    const sentence = sentenceOf(known.data);
    return new CallError(status, known.data.code, hint ? `${sentence}\n${hint}` : sentence, known.data);
  }
  const hint = status === 404 ? `. ${NOT_THE_NETWORK}` : '';
  return new CallError(status, 'NOT_UNDERSTOOD', `The server answered ${status}${hint}`);
}

function addressOf(url: string, path: string, query: CallOptions['query'] = {}): URL {
  const address = new URL(`${url.replace(/\/+$/, '')}/api/releases${path}`);
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) address.searchParams.set(name, String(value));
  return address;
}

/** What stands under a name in whatever was thrown. */
const partOf = (thrown: unknown, name: string): unknown =>
  typeof thrown === 'object' && thrown !== null ? Reflect.get(thrown, name) : undefined;

/** Why there is no answer, and whether there will be none however often it is asked. */
interface Failure {
  reason: string;
  lasting: boolean;
}

/** What node calls an address that speaks no TLS, or whose certificate is not to be trusted. */
const TLS_TROUBLE = /^(EPROTO$|ERR_SSL_|ERR_TLS_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/;
/** What `fetch` says that has no code. */
const LASTING: Readonly<Record<string, string>> = {
  'bad port': 'no browser and no fetch goes to this port',
  'unexpected redirect': 'it leads elsewhere, and a token is for one address alone: name the one it leads to',
};

/** `fetch` says "fetch failed", and below it why. */
function failureOf(error: unknown): Failure {
  if (partOf(error, 'name') === 'TimeoutError') return { reason: 'no answer in time', lasting: false };
  const cause = partOf(error, 'cause');
  const message = plain(String(partOf(cause, 'message') || partOf(error, 'message') || error)).trim();
  const known = LASTING[message];
  if (known) return { reason: known, lasting: true };
  if (!TLS_TROUBLE.test(String(partOf(cause, 'code')))) return { reason: message, lasting: false };
  const isPlain = message.includes('wrong version number');
  return { reason: isPlain ? 'it speaks no https there: http?' : message, lasting: true };
}

/** The calls of `contracts/src/releases.ts`, with a token, time-outs and further tries. */
export function createReleaseClient({ url, token, log, sleep = pause }: ClientParts): ReleaseClient {
  async function send(address: URL, options: CallOptions): Promise<Answer> {
    const { method = 'GET', body, archive, timeoutMs = TIMEOUT_MS } = options;
    const type = archive ? 'application/zip' : 'application/json';
    const answer = await fetch(address, {
      method,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${token}`,
        ...(method === 'POST' && { 'content-type': type }),
      },
      body: archive ?? (body === undefined ? undefined : JSON.stringify(body)),
      // A token is for this address, and for none that it leads to.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const { ok, status, headers } = answer;
    return { ok, status, retryAfter: headers.get('retry-after'), text: await answer.text() };
  }

  /** The whole answer, or why there is none. */
  async function attempt(address: URL, options: CallOptions): Promise<Answer | Failure> {
    try {
      return await send(address, options);
    } catch (error) {
      return failureOf(error);
    }
  }

  return {
    url,
    async call(path, schema, options = {}) {
      const address = addressOf(url, path, options.query);
      const repeatable = options.repeatable ?? (options.method ?? 'GET') === 'GET';
      for (let tried = 1; ; tried += 1) {
        const answer = await attempt(address, options);
        const isAnswer = 'status' in answer;
        const mayRepeat = isAnswer
          ? TRY_LATER.has(answer.status) && (repeatable || NOT_DONE.has(answer.status))
          : repeatable && !answer.lasting;
        if (!mayRepeat || tried === TRIES) {
          if (!isAnswer) throw new RefusedError(`${url} cannot be reached: ${answer.reason}`);
          const { text } = answer;
          if (!answer.ok) throw toCallError(answer.status, text);
          const parsed = schema.safeParse(parseJson(text));
          if (parsed.success) return parsed.data;
          throw new RefusedError(
            `${address.origin}${address.pathname} answered what this command does not understand. ${NOT_THE_NETWORK} And is the kit of its version?`,
          );
        }
        const ms = pauseBefore(tried - 1, isAnswer ? answer.retryAfter : null);
        const why = isAnswer ? `answered ${answer.status}` : `cannot be reached (${answer.reason})`;
        log(`${url} ${why}; trying again in ${(ms / 1_000).toFixed(1)} s`);
        await sleep(ms);
      }
    },
  };
}
