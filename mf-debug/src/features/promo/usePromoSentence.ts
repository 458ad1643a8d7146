import { useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { isMinute, type PromoValues, wholeOf } from './promoValues';

/**
 * What a code will do, exactly, in one or two sentences; null while that cannot be said. Also for the list, where it says
 * only what it gives.
 */
export function usePromoSentence() {
  const { t } = useTranslation('debug');
  const format = useFormat();

  const gives = (values: PromoValues): string | null => {
    const { discount_type: type, discount_value: micros, minimum_amount: minimum } = values;
    const least = minimum === null || type === 'bonus_balance' ? null : format.money(minimum);
    if (type === 'percentage') {
      const { percent } = values;
      if (percent === null || percent <= 0) return null;
      const share = format.percent(percent / 100, Number.isInteger(percent) ? 0 : 2);
      const most = values.bonus_most_micros === null ? null : format.money(values.bonus_most_micros);
      const key = `promo.says.percentage${least ? 'From' : ''}${most ? 'Most' : ''}` as const;
      return t(key, { share, least, most });
    }
    if (micros === null || micros <= 0) return null;
    const amount = format.money(micros);
    if (type === 'bonus_balance') return t('promo.says.alone', { amount });
    return least ? t('promo.says.fixedFrom', { amount, least }) : t('promo.says.fixed', { amount });
  };

  const limits = (values: PromoValues): string[] => {
    const perAccount = wholeOf(values.per_account_limit);
    const inAll = wholeOf(values.usage_limit);
    const moment = (minute: string) =>
      minute !== '' && isMinute(minute) ? format.dateTime(`${minute}:00.000Z`) : null;
    const from = moment(values.valid_from);
    const until = moment(values.valid_until);
    return [
      perAccount === null
        ? null
        : t('promo.says.perAccount', { count: perAccount, figure: format.count(perAccount) }),
      inAll === null ? null : t('promo.says.inAll', { count: inAll, figure: format.count(inAll) }),
      values.new_accounts_only ? t('promo.says.newOnly') : null,
      values.account.trim() ? t('promo.says.account', { account: values.account.trim() }) : null,
      values.account_types.length > 0
        ? t('promo.says.types', {
            types: new Intl.ListFormat(format.locale, { type: 'disjunction' }).format(values.account_types),
          })
        : null,
      from && t('promo.says.from', { time: from }),
      until && t('promo.says.until', { time: until }),
    ].filter((part) => part !== null);
  };

  return {
    gives,
    whole: (values: PromoValues): string | null => {
      const what = gives(values);
      if (what === null) return null;
      const how = new Intl.ListFormat(format.locale, { type: 'unit' }).format(limits(values));
      return how ? t('promo.says.whole', { what, how }) : t('promo.says.alwaysWhole', { what });
    },
  };
}
