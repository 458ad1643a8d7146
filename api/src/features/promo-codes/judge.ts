import type { PROMO_REFUSALS } from '@ezdash/contracts';
import type { Selectable } from 'kysely';
import type { PromoCodeTable } from '../../platform/db';

export type PromoRow = Selectable<PromoCodeTable>;
export type PromoRefusal = (typeof PROMO_REFUSALS)[number];

const BASIS_POINTS = 10_000n;
const CENT = 10_000n;

/** Whoever wants to use a code, and for what. */
export interface Asking {
  now: Date;
  userId: number;
  accountTypeId: number;
  currency: string;
  /** Of the deposit; null: none is made. */
  amountMicros: bigint | null;
  /** Uses of this code by this account that are reserved or redeemed. */
  used: number;
  /** Whether the account has completed a deposit, or uses another code for new accounts. */
  isKnown: boolean;
}

export type Judgement =
  | { ok: true; bonusMicros: bigint }
  | { ok: false; reason: PromoRefusal; params: Record<string, string | number> };

const refuse = (reason: PromoRefusal, params: Record<string, string | number> = {}): Judgement => ({
  ok: false,
  reason,
  params,
});
const timeOf = (value: Date | string | null): number | null =>
  value === null ? null : new Date(value).getTime();

/** What the code adds to a deposit of so much: a percentage is rounded down to a cent. */
export function bonusOf(
  promo: Pick<PromoRow, 'discount_bps' | 'discount_micros' | 'bonus_most_micros'>,
  amountMicros: bigint,
): bigint {
  const { discount_bps, discount_micros, bonus_most_micros } = promo;
  const whole =
    discount_bps === null
      ? (discount_micros ?? 0n)
      : ((amountMicros * BigInt(discount_bps)) / BASIS_POINTS / CENT) * CENT;
  return bonus_most_micros !== null && whole > bonus_most_micros ? bonus_most_micros : whole;
}

export const hasNotStarted = (promo: PromoRow, now: Date): boolean =>
  (timeOf(promo.valid_from) ?? 0) > now.getTime();
/** From that moment on it is over. */
export const isExpired = (promo: PromoRow, now: Date): boolean =>
  (timeOf(promo.valid_until) ?? Number.POSITIVE_INFINITY) <= now.getTime();
export const isExhausted = ({ usage_limit, usage_count }: PromoRow): boolean =>
  usage_limit !== null && usage_count >= usage_limit;

const isForAccount = (promo: PromoRow, { userId, accountTypeId }: Asking): boolean =>
  (promo.account_id === null || promo.account_id === userId) &&
  (promo.account_type_ids.length === 0 || promo.account_type_ids.includes(accountTypeId));

/** What holds against the code itself or the account; null: nothing does. */
function refuseAccount(promo: PromoRow, asking: Asking): Judgement | null {
  const { now } = asking;
  if (!promo.is_active) return refuse('inactive');
  if (hasNotStarted(promo, now))
    return refuse('not-started', { at: new Date(promo.valid_from ?? now).toISOString() });
  if (isExpired(promo, now))
    return refuse('expired', { at: new Date(promo.valid_until ?? now).toISOString() });
  if (isExhausted(promo)) return refuse('exhausted', { limit: promo.usage_limit ?? 0 });
  if (asking.used >= promo.per_account_limit)
    return refuse('used-already', { limit: promo.per_account_limit });
  if (!isForAccount(promo, asking)) return refuse('not-for-this-account');
  if (promo.new_accounts_only && asking.isKnown) return refuse('new-accounts-only');
  return promo.minimum_currency === asking.currency
    ? null
    : refuse('currency', { currency: promo.minimum_currency });
}

/** Whether this account may use the code for this, and what it gives. The first reason against it is told. */
export function judgePromo(promo: PromoRow | undefined, asking: Asking): Judgement {
  if (!promo) return refuse('unknown');
  const refused = refuseAccount(promo, asking);
  if (refused) return refused;
  const { amountMicros } = asking;
  const { minimum_micros, discount_type } = promo;
  const isAlone = discount_type === 'bonus_balance';
  if (!isAlone && amountMicros !== null && minimum_micros !== null && amountMicros < minimum_micros)
    return refuse('below-minimum', { minimum_micros: Number(minimum_micros) });
  if (!isAlone && amountMicros === null)
    return refuse('needs-deposit', { minimum_micros: Number(minimum_micros ?? 0n) });
  const bonusMicros = bonusOf(promo, amountMicros ?? 0n);
  if (isAlone && amountMicros !== null)
    return refuse('needs-no-deposit', { bonus_micros: Number(bonusMicros) });
  // A share of less than a cent is nothing: more is needed for it to be something.
  if (bonusMicros <= 0n) return refuse('below-minimum', { minimum_micros: Number(CENT) });
  return { ok: true, bonusMicros };
}
