import type { Clock } from '../../platform/clock';
import { type Db, errorDetail, inTransaction } from '../../platform/db';
import type { Log } from '../../platform/log';
import { span } from '../../platform/trace';
import type { CallLimits } from './callLimits';
import { changeConnection, lockConnection } from './connection.repo';
import type { Tokens } from './tokens';
import { failureOf, type XeroFailure, XeroNotConnected } from './XeroFailure';
import type { ConfiguredXero, XeroClients } from './xeroClient';

export interface CallOptions {
  tenantId: string;
  /** How long it may wait for its turn. */
  patienceMs: number;
  signal?: AbortSignal;
}

export interface CallerDeps {
  db: Db;
  clock: Clock;
  log: Log;
  clients: XeroClients;
  tokens: Tokens;
  limits: CallLimits;
}

/** Nobody knows whether Xero still works on it: it keeps its place until its lease is over. */
const mayStillRun = ({ kind, status }: XeroFailure): boolean => kind === 'unclear' && status === null;

/** Of a call that failed, for its timeline: nothing of what was sent or answered. */
const outcomeOf = ({ kind, status }: XeroFailure) => ({ outcome: kind, ...(status !== null && { status }) });

/** Makes calls for an organisation: within the limits, with a token that is good, and once more when it was not. */
export function createCaller({ db, clock, log, clients, tokens, limits }: CallerDeps) {
  async function attempt<T>(
    work: (client: ConfiguredXero, tenantId: string) => Promise<T>,
    options: CallOptions,
    rejected: string | null,
  ): Promise<{ answer: T } | { failure: XeroFailure; token: string }> {
    const { tenantId, patienceMs, signal } = options;
    // First: who waits for a turn with a token in the hand may have an old one when it comes.
    await tokens.access(rejected);
    const id = await limits.enter(tenantId, patienceMs, signal);
    let isOver = true;
    try {
      const { token, keys } = await tokens.access(rejected);
      try {
        const client = clients.forCalls(keys, token, signal);
        const answer = await span(
          'xero',
          () => client.lastCall,
          () => work(client, tenantId),
          (ended) => ('error' in ended ? outcomeOf(failureOf(ended.error)) : { outcome: 'answered' }),
        );
        return { answer };
      } catch (error) {
        const failure = failureOf(error);
        isOver = !mayStillRun(failure);
        if (failure.kind === 'limited') await limits.pause(tenantId, failure.retryAfterMs ?? 0);
        return { failure, token };
      }
    } finally {
      if (isOver) await limits.leave(id);
    }
  }

  /** Xero says that the organisation is closed to us: nothing works before somebody connects it again. */
  async function noteClosed(tenantId: string, token: string): Promise<void> {
    const isNoted = await inTransaction(db, async (trx) => {
      const now = clock.now();
      const connection = await lockConnection(trx, now);
      if (connection.tenantId !== tenantId || connection.trouble !== null) return false;
      // Somebody may have connected it again meanwhile, with another token.
      if (tokens.current(connection) !== token) return false;
      await changeConnection(trx, { trouble: 'tenant-gone' }, now);
      return true;
    });
    if (isNoted) log.warn({ event: 'xero.tenant_gone', tenantId }, 'Xero has closed the organisation to us');
  }

  return {
    /** Throws XeroFailure, or XeroNotConnected when a person has to connect it (again). */
    async call<T>(
      options: CallOptions,
      work: (client: ConfiguredXero, tenantId: string) => Promise<T>,
    ): Promise<T> {
      let result = await attempt(work, options, null);
      if ('failure' in result && result.failure.kind === 'unauthorised')
        result = await attempt(work, options, result.token);
      if ('answer' in result) return result.answer;
      const { failure, token } = result;
      if (failure.kind === 'forbidden') {
        await noteClosed(options.tenantId, token).catch((error: unknown) =>
          log.warn(errorDetail(error), 'It could not be noted that an organisation is closed'),
        );
        throw new XeroNotConnected('Xero has closed the organisation to us');
      }
      throw failure;
    },
  };
}
export type Caller = ReturnType<typeof createCaller>;
