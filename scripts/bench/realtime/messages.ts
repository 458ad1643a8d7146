/** What the bench's processes tell each other. */
export type Mode = 'broadcaster' | 'bare';

export type ToServer =
  | { say: 'measure' }
  /** So many messages to those who listen to `releases`, at even distances. */
  | { say: 'publish'; count: number; everyMs: number }
  | { say: 'stop' };
export type FromServer =
  | { say: 'listening'; port: number }
  /** After a collection of garbage. CPU of the whole process since its start, before that collection. */
  | { say: 'measured'; residentBytes: number; connections: number; cpuMicros: number }
  /** CPU of the whole process for it. */
  | { say: 'published'; cpuMicros: number };

export type ToClients =
  | { say: 'connect'; port: number; connections: number; listeners: number }
  /** Forget the deliveries so far. */
  | { say: 'mark' }
  | { say: 'report' }
  | { say: 'end' };
export type FromClients =
  /** All are connected and listen, for the first time or again. `sinceMs`: the first of them came in by then. */
  | { say: 'ready'; firstAtNs: string; lastAtNs: string; tries: number }
  | { say: 'gone' }
  | { say: 'report'; deliveries: number; p50Ms: number; p99Ms: number; mostMs: number };

export const APP = { id: 'bench', key: 'bench-key', secret: 'bench-secret' };
export const CHANNEL = 'releases';
/** Every connection listens to a channel of its own. */
export const ownChannel = (n: number) => `private-account.u_${n}`;
/** As long as a usual message of the app. */
export const dataOf = (atNs: bigint) =>
  JSON.stringify({ remote: 'mf-advertiser', version: '1.42.0-rc.1', at: String(atNs) });
