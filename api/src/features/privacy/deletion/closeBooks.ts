import type { Trx } from '../../../platform/db';
import { type AccountKind, balances, type Posting, post } from '../../ledger';

/** Money that its owner has given up becomes the network's. */
const GIVEN_UP: readonly AccountKind[] = [
  'advertiser_cash',
  'advertiser_hold',
  'publisher_hold',
  'publisher_pending',
  'publisher_payable',
  'referral',
];

/**
 * Empties the accounts of an owner who goes: what was given up is booked to the network's revenue, a bonus that was
 * not spent takes its expense back. What the owner owes stays as it is. Books once, however often it is tried.
 */
export async function closeBooks(trx: Trx, ownerId: number, now: Date): Promise<void> {
  const held = await balances(trx, ownerId);
  const postings: Posting[] = [];
  let givenUp = 0n;
  for (const kind of GIVEN_UP) {
    if (held[kind] <= 0n) continue;
    postings.push({ kind, ownerId, amountMicros: -held[kind] });
    givenUp += held[kind];
  }
  if (givenUp > 0n) postings.push({ kind: 'network_revenue', ownerId: null, amountMicros: givenUp });
  if (held.advertiser_bonus > 0n)
    postings.push(
      { kind: 'advertiser_bonus', ownerId, amountMicros: -held.advertiser_bonus },
      { kind: 'promo_expense', ownerId: null, amountMicros: held.advertiser_bonus },
    );
  if (postings.length === 0) return;
  await post(trx, {
    idempotencyKey: `account-closed:${ownerId}`,
    kind: 'correction',
    occurredAt: now,
    description: 'The account was closed',
    postings,
  });
}
