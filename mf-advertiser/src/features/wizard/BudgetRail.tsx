import { useSession } from '@ezdash/store';
import { Panel, useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { type CampaignForm, isLocalTime } from '../form/campaignForm';
import { useUtcFormat } from '../form/useUtcFormat';
import { costPlan, daysFor, eventsFor } from './budgetReach';
import classes from './wizard.module.css';

const BOUGHT = { CPM: 'rail.impressions', CPC: 'rail.clicks', CPA: 'rail.conversions' } as const;

/** What the amounts buy, counted while they are typed. Arithmetic of the bid and the budget, no forecast. */
export function BudgetRail({ values }: { values: CampaignForm }) {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  const utc = useUtcFormat();
  const { pricing, bid_micros: bid, daily_budget_micros: daily, total_budget_micros: total } = values;
  const events = eventsFor(daily, bid, pricing);
  const days = daysFor(total, daily);
  const balance = useSession().user?.balance.available_balance ?? null;
  const startsAtMs = isLocalTime(values.starts_at) ? Date.parse(`${values.starts_at}:00Z`) : Date.now();
  const endsAtMs = isLocalTime(values.ends_at) ? Date.parse(`${values.ends_at}:00Z`) : null;
  const plan =
    daily === null || Number.isNaN(daily) || Number.isNaN(total)
      ? null
      : costPlan(daily, total, startsAtMs, endsAtMs, balance);
  const isShort = balance !== null && balance < Math.max(daily ?? 0, total ?? 0);
  const affordable = isShort ? eventsFor(balance, bid, pricing) : null;
  return (
    <aside aria-label={t('rail.label')}>
      <Panel title={t('rail.title')}>
        <div className={classes.reach} aria-live="polite">
          {events === null ? (
            <span>{t('rail.missing')}</span>
          ) : (
            <>
              <b className={classes.reachFigure}>{format.count(events)}</b>
              <span>{t(BOUGHT[pricing], { count: events })}</span>
            </>
          )}
        </div>
        {events !== null && bid !== null && daily !== null ? (
          <>
            <dl className={classes.facts}>
              <dt>{t('rail.atBid', { bid: format.money(bid, { digits: [2, 4] }), pricing })}</dt>
              <dd>{t('rail.perDay', { amount: format.money(daily) })}</dd>
              <dt>{t('rail.lastsLabel')}</dt>
              <dd>{days === null ? t('rail.open') : t('rail.lasts', { count: days })}</dd>
              <dt>{t('rail.inAllLabel')}</dt>
              <dd>
                {plan?.mostMicros == null
                  ? t('rail.noMost')
                  : t('rail.inAll', { amount: format.money(plan.mostMicros) })}
              </dd>
              <dt>{t('rail.untilLabel')}</dt>
              <dd>{plan?.endsAtMs == null ? t('rail.open') : `${utc.dateTime(plan.endsAtMs)} UTC`}</dd>
            </dl>
            {plan?.balanceDays == null ? null : (
              <p className={classes.short} role="note">
                {t('rail.balanceDays', { count: plan.balanceDays })}
              </p>
            )}
            {affordable !== null && balance !== null ? (
              <p className={classes.short} role="note">
                {t(`rail.balance${pricing}`, {
                  count: affordable,
                  amount: format.count(affordable),
                  balance: format.money(balance),
                })}
              </p>
            ) : null}
            <p className={classes.footnote}>{t('rail.note')}</p>
          </>
        ) : null}
      </Panel>
    </aside>
  );
}
