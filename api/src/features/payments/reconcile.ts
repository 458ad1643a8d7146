import { sql } from 'kysely';
import { type Db, errorDetail, inTransaction } from '../../platform/db';
import { callGateway } from '../gateways';
import type { Learn } from './learn';
import { findGateway } from './parts';
import { lockPayment, type PaymentRow } from './payments.repo';
import type { SendDeposit } from './sendDeposit';
import { isOpen } from './states';
import type { StepParts } from './stepParts';
import { end } from './takeStep';

const AT_A_TIME = 50;
/** As long as banks take money back; what is older is not asked for any more. */
const LOOKED_BACK_DAYS = 120;
/** Asked side by side. */
const LANES = 4;
/** A charge whose payer was asked to confirm it waits as long as gateways' pages do. */
const UNCONFIRMED_MS = 86_400_000;
/** A page that its gateway never made within this time is not made any more. */
const UNSENT_MS = 15 * 60_000;

export interface DuePayment {
  id: number;
  type: 'deposit' | 'refund' | 'chargeback';
  hasExternal: boolean;
  hasMethod: boolean;
  isTransfer: boolean;
  isOver: boolean;
  createdAt: Date;
}

/**
 * Takes open payments that nobody has asked for long enough; the older one is, the longer that is. Taking notes the time,
 * so that no two servers ask for the same one. Refunds without a number are their own job's.
 */
async function takeDue(db: Db, now: Date): Promise<DuePayment[]> {
  const { rows } = await sql<DuePayment>`
    UPDATE payment p SET asked_at = ${now}
    WHERE p.id IN (
      SELECT id FROM payment
      WHERE state IN ('created', 'pending') AND created_at <= ${now}::timestamptz - interval '1 minute'
        AND (type = 'deposit' OR external_id IS NOT NULL)
        AND coalesce(asked_at, created_at) <= ${now}::timestamptz - CASE
          WHEN reference IS NOT NULL AND external_id IS NOT NULL THEN interval '1 hour'
          WHEN created_at > ${now}::timestamptz - interval '10 minutes' THEN interval '1 minute'
          WHEN created_at > ${now}::timestamptz - interval '1 hour' THEN interval '5 minutes'
          WHEN created_at > ${now}::timestamptz - interval '1 day' THEN interval '30 minutes'
          ELSE interval '6 hours' END
      ORDER BY coalesce(asked_at, created_at) LIMIT ${AT_A_TIME} FOR UPDATE SKIP LOCKED)
    RETURNING p.id, p.type, p.external_id IS NOT NULL AS "hasExternal", p.method_id IS NOT NULL AS "hasMethod",
      p.reference IS NOT NULL AS "isTransfer", coalesce(p.expires_at <= ${now}, false) AS "isOver",
      p.created_at AS "createdAt"`.execute(db);
  return rows;
}

/**
 * Takes deposits whose money came in and of which nothing was heard for a day, the one that was asked for longest ago
 * first. Taking notes the time, as above.
 */
async function takeCompleted(db: Db, gateways: readonly string[], now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    UPDATE payment SET asked_at = ${now}
    WHERE id IN (
      SELECT id FROM payment
      WHERE type = 'deposit' AND state = 'completed' AND external_id IS NOT NULL AND gateway = ANY(${[...gateways]}::text[])
        AND created_at > ${now}::timestamptz - make_interval(days => ${LOOKED_BACK_DAYS})
        AND coalesce(asked_at, ended_at) <= ${now}::timestamptz - interval '1 day'
      ORDER BY coalesce(asked_at, ended_at), id LIMIT ${AT_A_TIME} FOR UPDATE SKIP LOCKED)
    RETURNING id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Finds out about payments of which nothing was heard for too long. */
export function createReconcile(parts: StepParts, learn: Learn, sendDeposit: SendDeposit) {
  const { db, clock, log, gateways } = parts;

  const expire = (id: number) =>
    inTransaction(db, async (trx) => {
      const row = await lockPayment(trx, id);
      if (isOpen(row.state)) await end(parts, trx, row, { state: 'cancelled', failure: 'expired' }, 'job');
    });

  /** A page that was never made can be paid by nobody, unless it is being made at this moment. */
  const giveUp = (id: number) =>
    inTransaction(db, async (trx) => {
      const row = await lockPayment(trx, id);
      if (isOpen(row.state) && row.external_id === null)
        await end(parts, trx, row, { state: 'cancelled', failure: 'gateway-error' }, 'job');
    });

  /** A payer who was asked to confirm a charge and never came: it would stay open for ever, and no other top-up begin. */
  async function endUnconfirmed(row: PaymentRow | undefined): Promise<void> {
    const isWaiting = row?.type === 'deposit' && row.state === 'created' && row.method_id !== null;
    if (!isWaiting || row.external_id === null) return;
    const gateway = findGateway(gateways, row.gateway);
    if (!gateway || row.created_at.getTime() > clock.nowMs() - UNCONFIRMED_MS) return;
    const { external_id } = row;
    await callGateway(gateway, log, (signal) => gateway.cancel(external_id, signal), parts.policy);
    await learn(row.id, { source: 'job' });
  }

  async function look(due: DuePayment): Promise<void> {
    if (due.isTransfer && due.hasExternal) {
      if (due.isOver) await expire(due.id);
      return;
    }
    if (due.hasExternal || due.type !== 'deposit')
      await endUnconfirmed(await learn(due.id, { source: 'job' }));
    // Whether a charge was made is known by making it again with its key.
    else if (due.hasMethod) await sendDeposit(due.id, 'job');
    else if (due.createdAt.getTime() <= clock.nowMs() - UNSENT_MS) await giveUp(due.id);
  }

  /** Some side by side; one that cannot be looked at does not stop the others. */
  async function each<T extends { id: number }>(
    due: readonly T[],
    work: (one: T) => Promise<unknown>,
  ): Promise<number> {
    const waiting = [...due];
    const lane = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift())
        try {
          await work(next);
        } catch (error) {
          log.warn(
            { ...errorDetail(error), paymentId: next.id },
            'A payment could not be reconciled and is asked for later',
          );
        }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    return due.length;
  }

  return {
    /** One round of those that are open; → how many were looked at. */
    reconcile: async (): Promise<number> => each(await takeDue(db, clock.now()), look),

    /**
     * One round of those that are completed: a refund or dispute whose notices were all lost is found by nothing else.
     * → how many were asked for.
     */
    recheck: async (): Promise<number> => {
      const asked = gateways.filter(({ way }) => way === 'checkout').map(({ id }) => id);
      const ids = await takeCompleted(db, asked, clock.now());
      return each(
        ids.map((id) => ({ id })),
        ({ id }) => learn(id, { source: 'job' }),
      );
    },
  };
}
