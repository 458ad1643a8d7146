import {
  MICROS,
  type OfferedPromo,
  type OperatorPromoCode,
  type PromoCode,
  publicId,
} from '@ezdash/contracts';
import { hasNotStarted, isExhausted, isExpired, type PromoRow } from './judge';
import type { OperatorRow } from './promoCodes.repo';

const units = (micros: bigint): number => Number(micros) / MICROS;
const time = (value: Date | string | null): string | null =>
  value === null ? null : new Date(value).toISOString();

/** Percent, or currency units. */
export const discountValue = ({ discount_bps, discount_micros }: PromoRow): number =>
  discount_bps === null ? units(discount_micros ?? 0n) : discount_bps / 100;

export const presentOffered = (row: PromoRow): OfferedPromo => ({
  code: row.code,
  name: row.name,
  description: row.description,
  discount_type: row.discount_type,
  discount_value: discountValue(row),
  bonus_most_micros: row.bonus_most_micros === null ? null : Number(row.bonus_most_micros),
  minimum_micros: row.minimum_micros === null ? null : Number(row.minimum_micros),
  valid_until: time(row.valid_until),
});

/** The fields of the specification. */
export function presentCode(row: OperatorRow, now: Date): PromoCode {
  const { usage_limit, usage_count, minimum_micros } = row;
  return {
    id: publicId('promoCode', row.id),
    code: row.code,
    name: row.name,
    description: row.description,
    discount_type: row.discount_type,
    discount_value: discountValue(row),
    is_active: row.is_active,
    is_public: row.is_public,
    is_expired: isExpired(row, now),
    is_not_started: hasNotStarted(row, now),
    is_usage_exhausted: isExhausted(row),
    usage_count,
    usage_limit,
    usage_percentage: usage_limit === null ? null : Math.round((usage_count / usage_limit) * 1_000) / 10,
    minimum_amount: minimum_micros === null ? null : units(minimum_micros),
    minimum_amount_currency: row.minimum_currency,
    valid_from: time(row.valid_from),
    valid_until: time(row.valid_until),
    creator: row.creator,
  };
}

export const presentForOperator = (
  row: OperatorRow,
  now: Date,
  types: readonly { id: number; name: string }[],
): OperatorPromoCode => ({
  ...presentCode(row, now),
  bonus_most_micros: row.bonus_most_micros === null ? null : Number(row.bonus_most_micros),
  per_account_limit: row.per_account_limit,
  new_accounts_only: row.new_accounts_only,
  account_types: types.filter(({ id }) => row.account_type_ids.includes(id)).map(({ name }) => name),
  account: row.account,
  given_micros: Number(row.given),
  deposited_micros: Number(row.deposited),
});

/** Counts of the specification: what is active can be used now. */
export function summarise(codes: readonly PromoCode[]) {
  const count = (is: (code: PromoCode) => boolean) => codes.filter(is).length;
  return {
    total: codes.length,
    active_count: count(
      (code) => code.is_active && !code.is_expired && !code.is_not_started && !code.is_usage_exhausted,
    ),
    expired_count: count((code) => code.is_expired),
    exhausted_count: count((code) => code.is_usage_exhausted),
  };
}
