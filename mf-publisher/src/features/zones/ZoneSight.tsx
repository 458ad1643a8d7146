import type { Zone } from '@ezdash/contracts';
import { FLUID_LEAST_WIDTH, SIGHT_RULES, type SightReason } from '@ezdash/contracts/constants';
import { useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { usePublisherReportFiguresQuery } from '../reports/reports.api';
import styles from './zones.module.css';

const REASONS: ReadonlySet<string> = new Set([...SIGHT_RULES.map(([reason]) => reason), 'unmeasured']);
/** A smaller share of a zone's ads is not worth a sentence: some are hidden for a moment on any page. */
const WORTH = 0.01;

/** How many of a zone's ads nobody could see in the last four weeks, why, and what to change. */
export function ZoneSight({ zone }: { zone: Pick<Zone, 'id' | 'width' | 'height'> }) {
  const { t } = useTranslation('publisher');
  const format = useFormat();
  const { data } = usePublisherReportFiguresQuery({
    period: 'last28',
    group: 'invalid_reason',
    zone: zone.id,
  });
  const unseen = (data?.rows ?? []).flatMap(({ keys: [reason = ''], invalid }) =>
    REASONS.has(reason) && invalid > 0
      ? [{ reason: reason as SightReason | 'unmeasured', count: invalid }]
      : [],
  );
  const count = unseen.reduce((sum, each) => sum + each.count, 0);
  const share = count / (count + (data?.totals.impressions ?? 0));
  if (count === 0 || share < WORTH) return null;
  return (
    <section className={`${styles.advice} ${styles.sight}`} aria-label={t('zoneSight.title')}>
      <p>{t('zoneSight.share', { share: format.percent(share, 0), count: format.count(count) })}</p>
      <ul>
        {unseen
          .toSorted((a, b) => b.count - a.count)
          .map(({ reason, count: times }) => (
            <li key={reason}>
              <b>
                {t(`ui:invalidReason.${reason}`)} ({format.percent(times / count, 0)})
              </b>{' '}
              {t(`zoneSight.cure.${reason}`, {
                width: zone.width || FLUID_LEAST_WIDTH,
                height: zone.height,
              })}
            </li>
          ))}
      </ul>
    </section>
  );
}
