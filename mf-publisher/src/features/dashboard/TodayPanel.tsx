import type { PublisherFigures } from '@ezdash/contracts';
import { Panel, useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { fillRate } from '../figures/rates';
import styles from './dashboard.module.css';

/** Today so far, whatever days are chosen above. */
export function TodayPanel({ today }: { today: PublisherFigures }) {
  const { t } = useTranslation('publisher');
  const format = useFormat();
  const fill = fillRate(today);
  const rows: [name: string, value: string][] = [
    [t('figure.earnings'), format.money(today.earnings_micros)],
    [t('figure.requests'), format.count(today.requests)],
    [t('figure.fill'), fill === null ? '–' : format.percent(fill, 1)],
    [t('figure.impressions'), format.count(today.impressions)],
    [t('figure.clicks'), format.count(today.clicks)],
  ];
  return (
    <Panel title={t('dashboard.today')} hint={t('dashboard.todayHint')}>
      <dl className={styles.today}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="ez-num">{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
