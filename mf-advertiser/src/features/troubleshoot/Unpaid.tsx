import type { Campaign, Troubleshoot } from '@ezdash/contracts';
import { COUNTED_REASON } from '@ezdash/contracts/constants';
import { AppLink, Panel, useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { useMetricsReportFiguresQuery } from '../metrics/metricsReport.api';
import classes from './troubleshoot.module.css';

/** Impressions, views, clicks and conversions that cost nothing, by their reason. */
export function Unpaid({ campaign, found }: { campaign: Pick<Campaign, 'id'>; found: Troubleshoot }) {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  const question = { group: 'invalid_reason', campaign: campaign.id, from: found.from, to: found.to };
  const { currentData } = useMetricsReportFiguresQuery({ ...question, timezone: found.timezone });
  const reasons = (currentData?.rows ?? []).flatMap(({ keys: [reason = ''], invalid }) =>
    reason === COUNTED_REASON || invalid === 0 ? [] : [{ reason, count: invalid }],
  );
  if (!currentData || reasons.length === 0) return null;
  const unpaid = reasons.reduce((sum, { count }) => sum + count, 0);
  const { impressions, viewables, clicks, conversions } = currentData.totals;
  const share = (count: number) =>
    format.percent(count / (unpaid + impressions + viewables + clicks + conversions), 1);
  const href = `/advertiser/metrics?${new URLSearchParams(question).toString()}`;
  return (
    <Panel
      title={t('troubleshoot.unpaidTitle')}
      hint={t('troubleshoot.unpaidHint', {
        count: unpaid,
        amount: format.count(unpaid),
        share: share(unpaid),
      })}
    >
      <ul className={classes.reasons}>
        {reasons
          .toSorted((a, b) => b.count - a.count)
          .map(({ reason, count }) => (
            <li key={reason}>
              <span>{t(`ui:invalidReason.${reason}`, { defaultValue: reason })}</span>
              <span className={classes.quiet}>
                {format.count(count)} · {share(count)}
              </span>
            </li>
          ))}
      </ul>
      <AppLink className="ez-link" href={href}>
        {t('troubleshoot.unpaidMore')}
      </AppLink>
    </Panel>
  );
}
