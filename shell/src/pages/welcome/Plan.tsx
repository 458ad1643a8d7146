import type { NetworkSummary } from '@ezdash/contracts';
import { DimensionLine, Mark, Slot, useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import styles from './plan.module.css';
import { type PlanSlot, planSize } from './sizes';

type Receipt = NonNullable<NetworkSummary['receipt']>;

/** One slot of the drawn page at its true proportions, measured as on a plan. */
function MeasuredSlot({ slot, sizes }: { slot: PlanSlot; sizes: NetworkSummary['sizes'] }) {
  const { t } = useTranslation('shell');
  const format = useFormat();
  const size = planSize(slot, sizes);
  return (
    <div className={styles.slot} data-slot={slot}>
      <Slot size={size} image={size.sample} />
      <DimensionLine size={size}>
        {size.ecpm_micros > 0 ? t('welcome.plan.ecpm', { amount: format.money(size.ecpm_micros) }) : null}
      </DimensionLine>
    </div>
  );
}

/** What one impression cost and who was paid, as a slip of paper. */
function Slip({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation('shell');
  const format = useFormat();
  const posting = (micros: number) => format.money(micros, { digits: 6 });
  const lines: [name: string, value: string][] = [
    [t('welcome.slip.bid'), format.money(receipt.bid_micros, { digits: [2, 4] })],
    [t('welcome.slip.inView'), t(receipt.viewable ? 'welcome.slip.seen' : 'welcome.slip.notSeen')],
    [t('welcome.slip.publisher'), posting(receipt.payout_micros)],
    [t('welcome.slip.network'), posting(receipt.price_micros - receipt.payout_micros)],
  ];
  return (
    <div className={styles.slipShadow}>
      <div className={styles.slip}>
        <p>
          <Mark size={16} /> {t('welcome.slip.impression')}
          <time dateTime={receipt.happened_at}>{format.time(receipt.happened_at, { seconds: true })}</time>
        </p>
        {lines.map(([name, value]) => (
          <div key={name}>
            <span>{name}</span>
            <span>{value}</span>
          </div>
        ))}
        <div className={styles.sum}>
          <span>{t('welcome.slip.price')}</span>
          <span>{posting(receipt.price_micros)}</span>
        </div>
      </div>
    </div>
  );
}

function Lines({ area, count }: { area: 'text' | 'text2'; count: number }) {
  return (
    <div className={styles.lines} data-area={area} aria-hidden>
      {Array.from({ length: count }, (_, index) => `${area}${index}`).map((key) => (
        <i key={key} />
      ))}
    </div>
  );
}

/** A publisher's page drawn to scale, with creatives that the network runs now and its latest receipt. */
export function Plan({ summary }: { summary: NetworkSummary | null }) {
  const { t } = useTranslation('shell');
  const sizes = summary?.sizes ?? [];
  const receipt = summary?.receipt ?? null;
  return (
    <figure className={styles.plan} aria-label={t('welcome.plan.label')}>
      <div className={styles.head}>
        <i aria-hidden /> <i aria-hidden /> <i aria-hidden />
        <span>{receipt?.property ?? t('welcome.plan.anyProperty')}</span>
      </div>
      <div className={styles.page}>
        <MeasuredSlot slot="top" sizes={sizes} />
        <Lines area="text" count={4} />
        <MeasuredSlot slot="rectangle" sizes={sizes} />
        <MeasuredSlot slot="tall" sizes={sizes} />
        <Lines area="text2" count={5} />
      </div>
      {receipt ? <Slip receipt={receipt} /> : null}
    </figure>
  );
}
