import type { AdvertiserDashboard, DeliveryFigures } from '@ezdash/contracts';
import { useAppSelector } from '@ezdash/store';
import { Panel, useFormat, VisuallyHidden } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { shownCtr } from '../campaigns/deliveryRates';
import classes from './dashboard.module.css';
import { dayBefore } from './shareOfUtcDay';

interface TodayPanelProps {
  data: AdvertiserDashboard;
  /** The figures could not be fetched again: they are known, and no longer live. */
  isStale: boolean;
}

/** Today's figures so far, live while they come, beside the whole day before. */
export function TodayPanel({ data, isStale }: TodayPanelProps) {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  const isOnline = useAppSelector((state) => state.api.config.online);
  const yesterday = [...data.days, ...data.previous_days].find(({ day }) => day === dayBefore(data.now));
  const rate = (figures: DeliveryFigures) => {
    const ratio = shownCtr(figures);
    return ratio === null ? t('figure.none') : format.percent(ratio);
  };
  const rows: [key: string, cell: (figures: DeliveryFigures) => string][] = [
    ['figure.spend', (figures) => format.money(figures.spend_micros)],
    ['figure.impressions', (figures) => format.count(figures.impressions)],
    ['figure.clicks', (figures) => format.count(figures.clicks)],
    ['figure.ctr', rate],
    ['figure.conversions', (figures) => format.count(figures.conversions)],
  ];
  return (
    <Panel title={t('dashboard.today')} hint={isStale || !isOnline ? undefined : t('dashboard.live')}>
      <table className={classes.today}>
        <VisuallyHidden component="caption">{t('dashboard.todayCaption')}</VisuallyHidden>
        <thead>
          <tr>
            <td />
            <th scope="col">{t('dashboard.todayColumn')}</th>
            <th scope="col">{t('dashboard.yesterday')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([key, cell]) => (
            <tr key={key}>
              <th scope="row">{t(key)}</th>
              <td>{cell(data.today)}</td>
              <td>{yesterday ? cell(yesterday) : t('figure.none')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}
