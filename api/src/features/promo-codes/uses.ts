import { MICROS } from '@ezdash/contracts';
import type { Trx } from '../../platform/db';
import { ValidationError } from '../../platform/errors';
import { grantBonus, lockedBalances, returnBonus } from '../ledger';
import type { PaymentFacts, PaymentHook, PaymentLine } from '../payments';
import { bonusOf, isExhausted, type Judgement, judgePromo, type PromoRow } from './judge';
import * as repo from './promoCodes.repo';
import { refusalText } from './refusalText';

/** What a code gives is within the ledger's reach: more would be a slip of the keyboard. */
export const MOST_BONUS_MICROS = 1_000_000n * BigInt(MICROS);

/** Judged with the code's row locked, so that what is found holds until the transaction ends. */
export async function judgeLocked(
  trx: Trx,
  code: string,
  asking: { userId: number; amountMicros: bigint | null; currency: string; now: Date },
): Promise<{ promo: PromoRow | undefined; judgement: Judgement }> {
  const promo = await repo.lockCode(trx, { code });
  const standing = promo && (await repo.readStanding(trx, asking.userId, promo.id));
  const judgement = judgePromo(promo, { accountTypeId: 0, used: 0, isKnown: false, ...standing, ...asking });
  return { promo, judgement };
}

/** Books a use's bonus, once however often it is tried. */
export async function giveBonus(
  trx: Trx,
  use: { id: number; user_id: number },
  { code, name }: Pick<PromoRow, 'code' | 'name'>,
  bonusMicros: bigint,
  at: Date,
): Promise<void> {
  await grantBonus(trx, {
    advertiserId: use.user_id,
    amountMicros: bonusMicros,
    occasion: `promo:${use.id}`,
    occurredAt: at,
    description: `Promo code ${code}: ${name}`,
  });
}

async function reserve(trx: Trx, payment: PaymentFacts): Promise<{ bonusMicros: bigint } | undefined> {
  if (payment.promoCode === null) return undefined;
  const { promo, judgement } = await judgeLocked(trx, payment.promoCode, {
    userId: payment.userId,
    amountMicros: payment.amountMicros,
    currency: payment.currency,
    now: payment.createdAt,
  });
  if (!judgement.ok || !promo)
    throw new ValidationError({ promo_code: [refusalText(judgement.ok ? 'unknown' : judgement.reason)] });
  await repo.insertUse(trx, {
    promo_code_id: promo.id,
    user_id: payment.userId,
    payment_id: payment.id,
    client_key: `payment:${payment.id}`,
    state: 'reserved',
    amount_micros: payment.amountMicros,
    bonus_micros: judgement.bonusMicros,
    created_at: payment.createdAt,
  });
  await repo.countUse(trx, promo.id, 1);
  return { bonusMicros: judgement.bonusMicros };
}

/** The use of a payment and its code, both locked: the code first, as everywhere. */
async function lockUse(
  trx: Trx,
  paymentId: number,
): Promise<{ use: repo.UseRow; promo: PromoRow } | undefined> {
  const seen = await repo.findUse(trx, { paymentId });
  if (!seen) return undefined;
  const promo = await repo.lockCode(trx, { id: seen.promo_code_id });
  const use = await repo.findUse(trx, { paymentId });
  return use && promo ? { use, promo } : undefined;
}

/** What was promised, when what came in is what was asked for; otherwise what the code gives for what came in. */
function bonusFor(use: repo.UseRow, promo: PromoRow, amountMicros: bigint): bigint {
  if (use.amount_micros === amountMicros) return use.bonus_micros;
  if (promo.minimum_micros !== null && amountMicros < promo.minimum_micros) return 0n;
  return bonusOf(promo, amountMicros);
}

/** Whether a use whose place was given back may take one again: of the code's, and of the account's own. */
async function hasPlace(trx: Trx, payment: PaymentFacts, promo: PromoRow): Promise<boolean> {
  if (isExhausted(promo)) return false;
  const { used, isKnown } = await repo.readStanding(trx, payment.userId, promo.id, payment.id);
  return used < promo.per_account_limit && !(promo.new_accounts_only && isKnown);
}

async function redeem(trx: Trx, payment: PaymentFacts, at: Date): Promise<readonly PaymentLine[]> {
  const locked = payment.type === 'deposit' ? await lockUse(trx, payment.id) : undefined;
  if (!locked || locked.use.state === 'redeemed') return [];
  const { use, promo } = locked;
  const bonusMicros = bonusFor(use, promo, payment.amountMicros);
  const isReserved = use.state === 'reserved';
  if (bonusMicros <= 0n || !(isReserved || (await hasPlace(trx, payment, promo)))) {
    if (isReserved) await release(trx, payment, at);
    return [{ kind: 'bonus-lost', detail: { code: promo.code } }];
  }
  // It ended and was paid after all: its place was given back, and is taken again.
  if (!isReserved) await repo.countUse(trx, promo.id, 1);
  await repo.updateUse(trx, use.id, {
    state: 'redeemed',
    ended_at: at,
    amount_micros: payment.amountMicros,
    bonus_micros: bonusMicros,
  });
  await giveBonus(trx, use, promo, bonusMicros, at);
  return [{ kind: 'bonus-added', detail: { code: promo.code, amount_micros: Number(bonusMicros) } }];
}

async function release(trx: Trx, payment: PaymentFacts, at: Date): Promise<readonly PaymentLine[]> {
  const locked = await lockUse(trx, payment.id);
  if (locked?.use.state !== 'reserved') return [];
  await repo.updateUse(trx, locked.use.id, { state: 'released', ended_at: at });
  await repo.countUse(trx, locked.promo.id, -1);
  return [];
}

/**
 * A deposit was given back: its part of the bonus goes with it, as far as it was not spent. The use stays redeemed, since
 * the code was used.
 */
async function takeBack(
  trx: Trx,
  payment: PaymentFacts,
  deposit: PaymentFacts,
  at: Date,
): Promise<readonly PaymentLine[]> {
  const locked = await lockUse(trx, deposit.id);
  if (locked?.use.state !== 'redeemed') return [];
  const { use, promo } = locked;
  const left = use.bonus_micros - use.returned_micros;
  const part = (use.bonus_micros * payment.amountMicros) / deposit.amountMicros;
  const { advertiser_bonus } = await lockedBalances(trx, use.user_id);
  const [amountMicros = 0n] = [left, part, advertiser_bonus].sort((a, b) => (a < b ? -1 : 1));
  if (amountMicros <= 0n) return [];
  await returnBonus(trx, {
    ownerId: use.user_id,
    amountMicros,
    reference: `promo:${use.id}:${payment.id}`,
    occurredAt: at,
    description: `Promo code ${promo.code}: the deposit was given back`,
  });
  await repo.updateUse(trx, use.id, { returned_micros: use.returned_micros + amountMicros });
  return [{ kind: 'bonus-returned', detail: { code: promo.code, amount_micros: Number(amountMicros) } }];
}

/** Promo codes' part in payments. `clock` dates what ends. */
export function createPromoHook(clock: { now(): Date }): PaymentHook {
  return {
    created: reserve,
    completed: redeem,
    ended: (trx, payment) => release(trx, payment, clock.now()),
    givenBack: takeBack,
  };
}
