import type { PromoCode } from '@ezdash/contracts';
import { PaceBar, Status, useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { promoState, SHOWN_AS } from '../../promo/promoState';
import { Facts } from '../Facts';
import { useClock } from '../useClock';
import styles from './promo.module.css';

const none = <span className="ez-dim">–</span>;
const MICROS = 1_000_000;
const PERCENT = 100;

/** The states of the specification, as many as hold. */
function statesOf(promo: PromoCode): string[] {
  return [
    promo.is_active ? 'active' : 'inactive',
    promo.is_public ? 'public' : 'private',
    ...(promo.is_expired ? ['expired'] : []),
    ...(promo.is_not_started ? ['notStarted'] : []),
    ...(promo.is_usage_exhausted ? ['exhausted'] : []),
  ];
}

function useUsage({
  usage_count: count,
  usage_limit: limit,
  usage_percentage: percentage,
}: PromoCode): string {
  const { t } = useTranslation('debug');
  const format = useFormat();
  const used = format.count(count);
  if (limit === null) return t('promoTab.usedOnly', { count, used });
  return t('promoTab.usedOf', {
    used,
    limit: format.count(limit),
    share: format.percent((percentage ?? 0) / PERCENT, 0),
  });
}

/** One promo code with every field of the specification. */
export function PromoCard({ promo }: { promo: PromoCode }) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  const clock = useClock();
  const usage = useUsage(promo);
  const money = (units: number) =>
    format.money(Math.round(units * MICROS), { currency: promo.minimum_amount_currency });
  const moment = (at: string | null) => (at ? `${format.dateTime(at)} ${clock.zone(at)}` : none);
  const { discount_type: type, discount_value: value, minimum_amount: least } = promo;
  return (
    <li>
      <div className={styles.head}>
        <h4 dir="ltr">{promo.code}</h4>
        <Status state={SHOWN_AS[promoState(promo)]} plain />
      </div>
      <p className={styles.name}>
        <bdi>{promo.name}</bdi>
        {promo.description ? (
          <small>
            <bdi>{promo.description}</bdi>
          </small>
        ) : null}
      </p>
      <Facts
        rows={[
          [t('userTab.id'), promo.id],
          [
            t('promoTab.discount'),
            `${t(`promoTab.typeOf.${type}`, { defaultValue: type })}: ${
              type === 'percentage'
                ? format.percent(value / PERCENT, Number.isInteger(value) ? 0 : 2)
                : money(value)
            }`,
          ],
          [
            t('promoTab.states'),
            statesOf(promo)
              .map((state) => t(`promoTab.stateOf.${state}`))
              .join(', '),
          ],
          [
            t('promoTab.usage'),
            <span key="usage" className={styles.usage}>
              {usage}
              {promo.usage_limit === null ? null : (
                <PaceBar spent={(promo.usage_percentage ?? 0) / PERCENT} label={promo.code} />
              )}
            </span>,
          ],
          [t('promoTab.minimum'), least === null ? none : money(least)],
          [t('promoTab.from'), moment(promo.valid_from)],
          [t('promoTab.until'), moment(promo.valid_until)],
          [t('promoTab.creator'), promo.creator ? <bdi key="creator">{promo.creator}</bdi> : none],
        ]}
      />
    </li>
  );
}
