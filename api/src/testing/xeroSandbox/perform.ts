import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Strike } from './faults';
import type { Reply } from './http';

/** The caller hears nothing of this one. */
export const UNHEARD = 'unheard';

/** Until the caller gives up, or the sandbox closes and cuts the connection. */
async function untilGone(res: ServerResponse): Promise<typeof UNHEARD> {
  if (!res.destroyed) await once(res, 'close');
  return UNHEARD;
}

function cut(res: ServerResponse): typeof UNHEARD {
  res.socket?.resetAndDestroy();
  return UNHEARD;
}

/** Something that no description of Xero's allows, wherever it stands. */
function spoiled(reply: Reply): Reply {
  const spoil = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(spoil);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [key, /^(\w+ID|id)$/.test(key) ? 4711 : spoil(each)]),
    );
  };
  return Buffer.isBuffer(reply.body)
    ? { ...reply, body: { spoiled: true } }
    : { ...reply, body: spoil(reply.body) };
}

/** The work of a call as the fault has it: in place of it, before it, after it, or not at all. */
export async function perform(
  res: ServerResponse,
  strike: Strike | null,
  work: () => Promise<Reply>,
): Promise<Reply | typeof UNHEARD> {
  switch (strike?.kind) {
    case 'rateLimit':
      return {
        status: 429,
        headers: {
          'Retry-After': String(strike.retryAfterSeconds ?? 1),
          'X-Rate-Limit-Problem': strike.problem ?? 'minute',
        },
      };
    case 'status':
      return {
        status: strike.status ?? 503,
        headers: { 'Content-Type': 'text/plain' },
        body: strike.status === 500 ? 'An error occurred in Xero' : 'The service is unavailable',
      };
    case 'hangBefore':
      return untilGone(res);
    case 'resetBefore':
      return cut(res);
    case 'slow':
      await pause(strike.delayMs ?? 1_000);
      return work();
    case 'hangAfter':
      await work();
      return untilGone(res);
    case 'resetAfter':
      await work();
      return cut(res);
    case 'invalidAnswer':
      return spoiled(await work());
    default:
      return work();
  }
}
