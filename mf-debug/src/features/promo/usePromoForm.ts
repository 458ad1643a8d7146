import type { OperatorPromoCode } from '@ezdash/contracts';
import { compareInstants } from '@ezdash/contracts/constants';
import { failureOf, useWithProof } from '@ezdash/store';
import { type Problems, useForm } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { useDebugCreatePromoCodeMutation, useDebugUpdatePromoCodeMutation } from './promo.api';
import { inputOf, isMinute, NEW_PROMO, type PromoValues, valuesOf, wholeOf } from './promoValues';

const CODE = /^[A-Z0-9][A-Z0-9_-]{2,39}$/;
const MOST_PERCENT = 1_000;

function useCheck() {
  const { t } = useTranslation('debug');
  return (values: PromoValues): Problems<PromoValues> => {
    const problems: Problems<PromoValues> = {};
    const isPercentage = values.discount_type === 'percentage';
    const { percent } = values;
    if (!CODE.test(values.code.trim().toUpperCase())) problems.code = t('promo.check.code');
    if (values.name.trim() === '') problems.name = t('promo.check.name');
    if (isPercentage && (percent === null || percent <= 0 || percent > MOST_PERCENT))
      problems.percent = t('promo.check.percent');
    if (isPercentage && percent !== null && percent > 100 && values.bonus_most_micros === null)
      problems.bonus_most_micros = t('promo.check.most');
    if (!isPercentage && (values.discount_value === null || values.discount_value <= 0))
      problems.discount_value = t('promo.check.amount');
    if (values.usage_limit.trim() !== '' && wholeOf(values.usage_limit) === null)
      problems.usage_limit = t('promo.check.whole');
    if (wholeOf(values.per_account_limit) === null) problems.per_account_limit = t('promo.check.whole');
    for (const name of ['valid_from', 'valid_until'] as const)
      if (!isMinute(values[name])) problems[name] = t('promo.check.time');
    const { valid_from: from, valid_until: until } = values;
    if (from && until && !problems.valid_until && compareInstants(from, until) >= 0)
      problems.valid_until = t('promo.check.until');
    return problems;
  };
}

/** A new code (`promo` is null) or a change of one. What a proof was asked for and not given is no failure. */
export function usePromoForm(promo: OperatorPromoCode | null, onSaved: (promo: OperatorPromoCode) => void) {
  const { t } = useTranslation('debug');
  const { run } = useWithProof();
  const [create] = useDebugCreatePromoCodeMutation();
  const [update] = useDebugUpdatePromoCodeMutation();
  return useForm<PromoValues>({
    initial: promo ? valuesOf(promo) : NEW_PROMO,
    check: useCheck(),
    amounts: promo
      ? {
          discount_value: t('promo.amount'),
          bonus_most_micros: t('promo.most'),
          minimum_amount: t('promo.minimum'),
        }
      : {},
    onSubmit: async (values) => {
      const input = inputOf({ ...values, code: values.code.toUpperCase() });
      try {
        onSaved(await run(() => (promo ? update({ id: promo.id, input }).unwrap() : create(input).unwrap())));
      } catch (error) {
        if (failureOf(error)) throw error;
      }
    },
  });
}
