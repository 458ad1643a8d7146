import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '../../platform/errors';
import type { Log } from '../../platform/log';
import { type Gateway, GatewayRefused } from './Gateway';

export interface CallPolicy {
  /** For all tries of a call together. */
  timeoutMs: number;
  tries: number;
  /** Before the second try; doubled before each further one. */
  firstPauseMs: number;
}

export const GATEWAY_POLICY: CallPolicy = { timeoutMs: 10_000, tries: 3, firstPauseMs: 250 };

/** Rejects at the signal, also when the work does not listen to it. */
function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(new Error('The gateway has not answered in time'));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

async function tryOften<T>(
  work: (signal: AbortSignal) => Promise<T>,
  signal: AbortSignal,
  { tries, firstPauseMs }: CallPolicy,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await orAborted(work(signal), signal);
    } catch (error) {
      if (error instanceof GatewayRefused || attempt >= tries || signal.aborted) throw error;
      await pause(firstPauseMs * 2 ** (attempt - 1) * (0.5 + Math.random()), undefined, { signal });
    }
  }
}

/**
 * One call of a gateway: made again when it fails, aborted when all tries together take too long. What fails in the
 * end is 502 GATEWAY_FAILED; the log names the gateway and the kind of error, never its words.
 */
export async function callGateway<T>(
  { id }: Pick<Gateway, 'id'>,
  log: Log,
  work: (signal: AbortSignal) => Promise<T>,
  policy: CallPolicy = GATEWAY_POLICY,
): Promise<T> {
  try {
    return await tryOften(work, AbortSignal.timeout(policy.timeoutMs), policy);
  } catch (error) {
    const reason = error instanceof Error ? error.name : typeof error;
    log.warn({ event: 'payments.gateway_failed', gateway: id, reason }, 'A payment gateway failed');
    throw new AppError(502, 'GATEWAY_FAILED', 'The payment gateway does not answer. Try again in a minute', {
      cause: error,
    });
  }
}
