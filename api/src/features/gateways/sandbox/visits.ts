import { randomUUID } from 'node:crypto';
import type { SandboxAnswer, SandboxCheckout, SandboxChoice } from '@ezdash/contracts';
import { SANDBOX_OUTCOMES } from '@ezdash/contracts';
import { z } from 'zod';
import type { Clock } from '../../../platform/clock';
import { type Db, inTransaction, type Trx } from '../../../platform/db';
import { ConflictError, NotFoundError } from '../../../platform/errors';
import { isChallenge, stateOf } from './paymentState';
import * as repo from './payments.repo';
import {
  drawOutcome,
  mixed,
  numbersOf,
  type Outcome,
  type Pace,
  type Telling,
  tellingsOf,
} from './scenarios';
import type { SandboxWebhooks } from './webhooks';

export interface VisitDeps {
  db: Db;
  clock: Clock;
  webhooks: SandboxWebhooks;
  pace: Pace;
}

const TEST_CARD = 'Visa 4242';
const noCheckout = () => new NotFoundError('There is no such test payment', 'NO_SUCH_CHECKOUT');

function present(row: repo.PaymentRow, now: Date): SandboxCheckout {
  return {
    id: row.id,
    payment_id: row.payment_id,
    description: row.description,
    amount_micros: Number(row.amount_micros),
    currency: row.currency,
    state: stateOf(row, now),
    scenario: SANDBOX_OUTCOMES.find((outcome) => outcome === row.scenario) ?? null,
    return_url: row.return_url ?? '/',
    expires_at: (row.expires_at ?? row.created_at).toISOString(),
  };
}

/** What a choice makes of a payment, besides what is told. */
function changeFor(outcome: Outcome, now: Date, { lateMs }: Pace): repo.Change {
  const scenario = outcome;
  const paid = { scenario, state: 'paid' } as const;
  switch (outcome) {
    case 'declined':
      return { scenario, state: 'declined', failure: 'declined' };
    case '3ds-failed':
      return { scenario, state: 'declined', failure: 'authentication' };
    case 'cancelled':
      return { scenario, state: 'cancelled' };
    case 'late-webhook':
      return { scenario, state: 'confirming', settles_at: new Date(now.getTime() + lateMs) };
    default:
      return paid;
  }
}

/** What is seen and done at the sandbox's page for a payment. */
export function createVisits({ db, clock, webhooks, pace }: VisitDeps) {
  async function end(trx: Trx, row: repo.PaymentRow, outcome: Outcome, tellings: readonly Telling[]) {
    const now = clock.now();
    const change = changeFor(outcome, now, pace);
    const method_label = row.method_label ?? (outcome === 'cancelled' ? null : TEST_CARD);
    const changed = await repo.changePayment(trx, row.id, { ...change, method_label });
    const back =
      outcome === 'paid-then-refunded' ? 'refund' : outcome === 'paid-then-charged-back' ? 'dispute' : null;
    if (back)
      await repo.openPayment(trx, {
        id: randomUUID(),
        idempotency_key: `${row.id}:${back}`,
        kind: back,
        parent_id: row.id,
        user_id: row.user_id,
        payment_id: row.payment_id,
        amount_micros: row.amount_micros,
        currency: row.currency,
        description: row.description,
        scenario: outcome,
        state: 'paid',
        settles_at: new Date(now.getTime() + pace.backMs),
        created_at: now,
      });
    await webhooks.tell(trx, row.id, tellings);
    return changed;
  }

  /** A choice at a checkout that is open. 3-D Secure asks first; a seed plays the answer, too. */
  function begin(trx: Trx, row: repo.PaymentRow, choice: SandboxChoice): Promise<repo.PaymentRow> {
    if ('seed' in choice) {
      const draw = numbersOf(choice.seed);
      const drawn = drawOutcome(draw);
      return end(trx, row, drawn, mixed(tellingsOf(drawn, pace), draw));
    }
    const { outcome } = choice;
    const tellings = tellingsOf(outcome, pace);
    if (outcome !== '3ds-passed' && outcome !== '3ds-failed') return end(trx, row, outcome, tellings);
    return webhooks
      .tell(trx, row.id, tellings.slice(0, 1))
      .then(() => repo.changePayment(trx, row.id, { scenario: outcome, state: 'confirming' }));
  }

  /** The answer to the bank's question. */
  function answer(trx: Trx, row: repo.PaymentRow, choice: SandboxChoice): Promise<repo.PaymentRow> {
    const outcome = 'outcome' in choice ? choice.outcome : null;
    if (outcome === 'cancelled') return end(trx, row, outcome, tellingsOf(outcome, pace));
    if (outcome !== '3ds-passed' && outcome !== '3ds-failed')
      throw new ConflictError('Approve or refuse the payment first', 'CHALLENGE_OPEN');
    return end(trx, row, outcome, tellingsOf(outcome, pace).slice(1));
  }

  return {
    /** 404 NO_SUCH_CHECKOUT for what is not there, or somebody else's. */
    async find(userId: number, id: string): Promise<SandboxCheckout> {
      const row = z.uuid().safeParse(id).success ? await repo.findPayment(db, id) : undefined;
      if (row?.user_id !== userId) throw noCheckout();
      return present(row, clock.now());
    },

    /** 409 CHECKOUT_OVER when it was ended, by another tab or by time. */
    choose(userId: number, id: string, choice: SandboxChoice): Promise<SandboxAnswer> {
      return inTransaction(db, async (trx) => {
        const row = z.uuid().safeParse(id).success ? await repo.lockPayment(trx, id) : undefined;
        if (row?.user_id !== userId) throw noCheckout();
        const now = clock.now();
        const state = stateOf(row, now);
        const asks = state === 'confirming' && isChallenge(row);
        if (state !== 'open' && !asks)
          throw new ConflictError(
            'This test payment is over: nothing can be chosen any more',
            'CHECKOUT_OVER',
          );
        const changed = await (asks ? answer : begin)(trx, row, choice);
        const checkout = present(changed, now);
        return { checkout, return_url: checkout.return_url };
      });
    },
  };
}
export type Visits = ReturnType<typeof createVisits>;
