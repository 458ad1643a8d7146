import type { OperatorPayout, PayoutState } from '@ezdash/contracts';
import { compareInstants } from '@ezdash/contracts/constants';
import type { State, Tone } from '@ezdash/ui';

export type PayoutCheck = OperatorPayout['checks'][number];

/** States of a payout as the vocabulary of states has them. */
export const PAYOUT_LOOK: Record<PayoutState, State> = {
  requested: 'pending',
  approved: 'approved',
  sent: 'scheduled',
  paid: 'paid',
  refused: 'rejected',
  failed: 'failed',
};

/** Worst first, as the server has them. What is bad is refused by the server when it is approved, but for a debt. */
export const CHECK_TONES = {
  'not-reconciled': 'bad',
  'account-not-active': 'bad',
  held: 'bad',
  'method-gone': 'bad',
  debt: 'bad',
  'method-changed': 'warn',
  'invalid-share': 'warn',
  'first-payout': 'info',
} as const satisfies Record<PayoutCheck, Tone>;

const RANK = { bad: 0, warn: 1, info: 2, none: 3 } as const;
const rankOf = ({ checks }: OperatorPayout) =>
  Math.min(RANK.none, ...checks.map((check) => RANK[CHECK_TONES[check]]));

/** What most speaks against first; among equals who has waited longest. */
export function worstFirst(payouts: readonly OperatorPayout[]): OperatorPayout[] {
  return payouts.toSorted(
    (a, b) =>
      rankOf(a) - rankOf(b) ||
      b.checks.length - a.checks.length ||
      compareInstants(a.requested_at, b.requested_at),
  );
}

/** Of one payout, worst first, whatever order they came in. */
export const sortedChecks = ({ checks }: OperatorPayout): PayoutCheck[] =>
  checks.toSorted((a, b) => RANK[CHECK_TONES[a]] - RANK[CHECK_TONES[b]]);

export const sumOf = (payouts: readonly OperatorPayout[]): number =>
  payouts.reduce((sum, { amount_micros: micros }) => sum + micros, 0);
