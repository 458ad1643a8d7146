import type { ReportRow } from '@ezdash/contracts';
import { isTold, RATE_OF } from '@ezdash/contracts/constants';
import { useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import classes from './settings.module.css';

/** What one creative had in the days of the page; null: nothing. */
export function CreativeFigures({ figures }: { figures: ReportRow | null }) {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  const ctr = figures && isTold('ctr', figures) ? RATE_OF.ctr(figures) : null;
  const told = [
    { name: t('figure.impressions'), value: format.count(figures?.impressions ?? 0) },
    { name: t('figure.clicks'), value: format.count(figures?.clicks ?? 0) },
    { name: t('figure.ctr'), value: ctr === null ? t('figure.none') : format.percent(ctr) },
    { name: t('figure.conversions'), value: format.count(figures?.conversions ?? 0) },
    { name: t('figure.spend'), value: format.money(figures?.spend_micros ?? 0) },
  ];
  return (
    <dl className={classes.figures}>
      {told.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
