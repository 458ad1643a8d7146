import { Resolver } from 'node:dns/promises';

export interface ResolveTxtOptions {
  /** `127.0.0.1:5353`; the system's (`/etc/resolv.conf`) unless given. */
  servers?: readonly string[] | undefined;
  /** For one try at one server, in ms. */
  timeoutMs?: number;
  tries?: number;
}

/** Name → its TXT records, each in one piece; none when there is no such name. Rejects with the resolver's code. */
export type ResolveTxt = (name: string, signal?: AbortSignal) => Promise<string[]>;

const TIMEOUT_MS = 3_000;
const TRIES = 2;
const NO_RECORDS: ReadonlySet<unknown> = new Set(['ENODATA', 'ENOTFOUND']);

/** Asks name servers itself, as `createResolveName` does and for the same reason. */
export function createResolveTxt({
  servers,
  timeoutMs = TIMEOUT_MS,
  tries = TRIES,
}: ResolveTxtOptions = {}): ResolveTxt {
  return async (name, signal) => {
    signal?.throwIfAborted();
    const resolver = new Resolver({ timeout: timeoutMs, tries });
    if (servers) resolver.setServers(servers);
    const giveUp = () => resolver.cancel();
    signal?.addEventListener('abort', giveUp, { once: true });
    try {
      return (await resolver.resolveTxt(name)).map((pieces) => pieces.join(''));
    } catch (error) {
      if (NO_RECORDS.has((error as { code?: unknown }).code)) return [];
      throw error;
    } finally {
      signal?.removeEventListener('abort', giveUp);
    }
  };
}
