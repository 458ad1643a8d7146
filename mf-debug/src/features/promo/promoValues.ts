import type { OperatorPromoCode, PromoCodeInput, PromoType } from '@ezdash/contracts';

/** Named as in the contract where they are the same, so that the server's 422 finds the fields. */
export interface PromoValues {
  code: string;
  name: string;
  description: string;
  discount_type: PromoType;
  /** Of a percentage. */
  percent: number | null;
  /** Of the others: micros. */
  discount_value: number | null;
  bonus_most_micros: number | null;
  minimum_amount: number | null;
  /** As typed; empty: no limit. */
  usage_limit: string;
  per_account_limit: string;
  account: string;
  valid_from: string;
  valid_until: string;
  is_active: boolean;
  is_public: boolean;
  new_accounts_only: boolean;
  account_types: string[];
}

const UNIT = 1_000_000;

export const NEW_PROMO: PromoValues = {
  code: '',
  name: '',
  description: '',
  discount_type: 'percentage',
  percent: 10,
  discount_value: null,
  bonus_most_micros: null,
  minimum_amount: null,
  usage_limit: '',
  per_account_limit: '1',
  account: '',
  valid_from: '',
  valid_until: '',
  is_active: true,
  is_public: false,
  new_accounts_only: false,
  account_types: [],
};

/** `2026-12-31T23:59` of UTC, as the field has it. */
const minuteOf = (time: string | null): string => (time === null ? '' : time.slice(0, 16));
const MINUTE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;
export const isMinute = (text: string): boolean => text === '' || MINUTE.test(text);
const timeOf = (minute: string): string | null => (minute === '' ? null : `${minute}:00.000Z`);

/** Whole numbers above nothing; null for anything else. */
export const wholeOf = (text: string): number | null =>
  /^\d{1,7}$/.test(text.trim()) && Number(text) > 0 ? Number(text) : null;

export function valuesOf(promo: OperatorPromoCode): PromoValues {
  const isPercentage = promo.discount_type === 'percentage';
  return {
    code: promo.code,
    name: promo.name,
    description: promo.description,
    discount_type: promo.discount_type,
    percent: isPercentage ? promo.discount_value : null,
    discount_value: isPercentage ? null : Math.round(promo.discount_value * UNIT),
    bonus_most_micros: promo.bonus_most_micros,
    minimum_amount: promo.minimum_amount === null ? null : Math.round(promo.minimum_amount * UNIT),
    usage_limit: promo.usage_limit === null ? '' : String(promo.usage_limit),
    per_account_limit: String(promo.per_account_limit),
    account: promo.account ?? '',
    valid_from: minuteOf(promo.valid_from),
    valid_until: minuteOf(promo.valid_until),
    is_active: promo.is_active,
    is_public: promo.is_public,
    new_accounts_only: promo.new_accounts_only,
    account_types: promo.account_types,
  };
}

/** What is sent; of values that the form's check has passed. */
export function inputOf(values: PromoValues): PromoCodeInput {
  const isPercentage = values.discount_type === 'percentage';
  const isAlone = values.discount_type === 'bonus_balance';
  const { minimum_amount: minimum } = values;
  return {
    code: values.code.trim(),
    name: values.name.trim(),
    description: values.description.trim(),
    discount_type: values.discount_type,
    discount_value: isPercentage ? (values.percent ?? 0) : (values.discount_value ?? 0) / UNIT,
    bonus_most_micros: isPercentage ? values.bonus_most_micros : null,
    is_active: values.is_active,
    is_public: values.is_public,
    usage_limit: wholeOf(values.usage_limit),
    per_account_limit: wholeOf(values.per_account_limit) ?? 1,
    minimum_amount: isAlone || minimum === null ? null : minimum / UNIT,
    new_accounts_only: values.new_accounts_only,
    account_types: values.account_types,
    account: values.account.trim() === '' ? null : values.account.trim(),
    valid_from: timeOf(values.valid_from),
    valid_until: timeOf(values.valid_until),
  };
}
