import type { OfferedPromo, PromoPreview } from '@ezdash/contracts';
import { useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';

type Refusal = Extract<PromoPreview, { ok: false }>;

const UNIT = 1_000_000;

/** What a code does, and why it does nothing, as sentences. */
export function usePromoWords() {
  const { t } = useTranslation('advertiser');
  const format = useFormat();

  /** "10%" of a percentage, "$50" of an amount. */
  const worth = ({ discount_type, discount_value }: OfferedPromo) =>
    discount_type === 'percentage'
      ? format.percent(discount_value / 100, Number.isInteger(discount_value) ? 0 : 2)
      : format.money(Math.round(discount_value * UNIT), { digits: [0, 2] });

  /** What a listed code offers: "10% of a deposit of at least $100, at most $500, until 31 Dec". */
  const offer = (promo: OfferedPromo) => {
    const { discount_type, minimum_micros, bonus_most_micros, valid_until } = promo;
    const hasMinimum = minimum_micros !== null && minimum_micros > 0 && discount_type !== 'bonus_balance';
    return [
      t(`funds.promo.offer.${hasMinimum ? 'minimum' : discount_type}`, {
        worth: worth(promo),
        amount: format.money(minimum_micros ?? 0, { digits: [0, 2] }),
      }),
      bonus_most_micros && discount_type === 'percentage'
        ? t('funds.promo.offer.most', { amount: format.money(bonus_most_micros, { digits: [0, 2] }) })
        : null,
      valid_until ? t('funds.promo.offer.until', { date: format.date(valid_until) }) : null,
    ]
      .filter((part) => part !== null)
      .join(', ');
  };

  /** What it will do with this deposit. */
  const effect = ({ promo, bonus_micros }: Extract<PromoPreview, { ok: true }>) => {
    const amount = format.money(bonus_micros);
    if (promo.discount_type === 'bonus_balance') return t('funds.promo.adds.bonus_balance', { amount });
    const capped = promo.bonus_most_micros !== null && bonus_micros === promo.bonus_most_micros;
    if (promo.discount_type === 'fixed_amount') return t('funds.promo.adds.fixed_amount', { amount });
    return t(capped ? 'funds.promo.adds.capped' : 'funds.promo.adds.percentage', {
      amount,
      worth: worth(promo),
    });
  };

  /** Why not. */
  const refusal = ({ reason, params }: Refusal) => {
    const at = typeof params.at === 'string' ? format.dateTime(params.at) : '';
    const amount = format.money(Number(params.minimum_micros ?? params.bonus_micros ?? 0), {
      digits: [0, 2],
    });
    const limit = Number(params.limit ?? 1);
    return t(`funds.promo.refusal.${reason}`, {
      at,
      zone: format.timezone,
      amount,
      currency: String(params.currency ?? ''),
      count: limit,
      limit: format.count(limit),
    });
  };

  return { worth, offer, effect, refusal };
}
