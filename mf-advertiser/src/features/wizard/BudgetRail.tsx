import type { CampaignEstimate } from '@ezdash/contracts';
import { useSession } from '@ezdash/store';
import { Panel, useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { type CampaignForm, isLocalTime } from '../form/campaignForm';
import { useUtcFormat } from '../form/useUtcFormat';
import { costPlan, daysFor, eventsFor, spendOf } from './budgetReach';
import classes from './wizard.module.css';

const BOUGHT = { CPM: 'rail.impressions', CPC: 'rail.clicks', CPA: 'rail.conversions' } as const;

interface BudgetFactsProps {
  values: CampaignForm;
  /** What the traffic lets be bought; null while nothing can be said of it. */
  estimate: CampaignEstimate | null;
}

/** What is to be known of the amounts; null while one is missing. */
function usePlan({ values, estimate }: BudgetFactsProps) {
  const balance = useSession().user?.balance.available_balance ?? null;
  const { pricing, bid_micros: bid, daily_budget_micros: daily, total_budget_micros: total } = values;
  const events = eventsFor(daily, bid, pricing);
  if (events === null || bid === null || daily === null || Number.isNaN(total)) return null;
  const startsAtMs = isLocalTime(values.starts_at) ? Date.parse(`${values.starts_at}:00Z`) : Date.now();
  const endsAtMs = isLocalTime(values.ends_at) ? Date.parse(`${values.ends_at}:00Z`) : null;
  // What the traffic does not let be spent neither uses up a budget nor the balance.
  const spend = spendOf(daily, estimate?.bid?.cost_micros ?? null);
  const { mostMicros } = costPlan(daily, total, startsAtMs, endsAtMs, balance);
  const { balanceDays } = costPlan(spend.highMicros, total, startsAtMs, endsAtMs, balance);
  const isShort = balance !== null && balance < Math.max(spend.highMicros, total ?? 0);
  return {
    bid,
    daily,
    events,
    spend,
    mostMicros,
    endsAtMs,
    balanceDays,
    balance,
    totalDays: daysFor(total, spend.highMicros),
    affordable: isShort ? eventsFor(balance, bid, pricing) : null,
  };
}

/** What the balance pays for, where that is less than what was planned. */
function BalanceNotes({
  values,
  plan,
}: {
  values: CampaignForm;
  plan: NonNullable<ReturnType<typeof usePlan>>;
}) {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  const { balance, balanceDays, affordable, spend } = plan;
  return (
    <>
      {balanceDays === null ? null : (
        <p className={classes.short} role="note">
          {t(spend.isCapped ? 'rail.balanceDaysSpent' : 'rail.balanceDays', { count: balanceDays })}
        </p>
      )}
      {affordable === null || balance === null ? null : (
        <p className={classes.short} role="note">
          {t(`rail.balance${values.pricing}`, {
            count: affordable,
            amount: format.count(affordable),
            balance: format.money(balance),
          })}
        </p>
      )}
    </>
  );
}

/** What the amounts buy, counted while they are typed, as far as there is traffic for them. */
export function BudgetFacts({ values, estimate }: BudgetFactsProps) {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  const utc = useUtcFormat();
  const plan = usePlan({ values, estimate });
  if (plan === null) return null;
  const { bid, daily, events, spend, mostMicros, endsAtMs, totalDays } = plan;
  const money = (micros: number) => format.money(micros);
  const range =
    spend.lowMicros === spend.highMicros
      ? money(spend.highMicros)
      : t('estimate.between', { low: money(spend.lowMicros), high: money(spend.highMicros) });
  const until = values.total_budget_micros === null ? 'rail.open' : 'rail.untilSpent';
  return (
    <>
      {spend.isCapped ? (
        <p className={classes.spends}>
          {t(spend.highMicros === 0 ? 'rail.spendsNothing' : 'rail.spends', {
            amount: range,
            daily: money(daily),
          })}
        </p>
      ) : (
        <div className={classes.reach}>
          <b className={classes.reachFigure}>{format.count(events)}</b>
          <span>{t(BOUGHT[values.pricing], { count: events })}</span>
        </div>
      )}
      <dl className={classes.facts}>
        <dt>{t('rail.atBid', { bid: format.money(bid, { digits: [2, 4] }), pricing: values.pricing })}</dt>
        <dd>{t('rail.perDay', { amount: money(daily) })}</dd>
        {totalDays === null ? null : (
          <>
            <dt>{t('rail.lastsLabel')}</dt>
            <dd>{t('rail.lasts', { count: totalDays })}</dd>
          </>
        )}
        {mostMicros === null ? null : (
          <>
            <dt>{t('rail.inAllLabel')}</dt>
            <dd>{t('rail.inAll', { amount: money(mostMicros) })}</dd>
          </>
        )}
      </dl>
      <p className={classes.until}>
        {endsAtMs === null ? t(until) : t('rail.until', { time: `${utc.dateTime(endsAtMs)} UTC` })}
      </p>
      <BalanceNotes values={values} plan={plan} />
      {spend.isCapped ? null : <p className={classes.footnote}>{t('rail.note')}</p>}
    </>
  );
}

/** The same as a panel of its own, or what is missing for it. */
export function BudgetRail({
  values,
  estimate = null,
}: {
  values: CampaignForm;
  estimate?: CampaignEstimate | null;
}) {
  const { t } = useTranslation('advertiser');
  const isMissing = eventsFor(values.daily_budget_micros, values.bid_micros, values.pricing) === null;
  return (
    <aside aria-label={t('rail.label')}>
      <Panel title={t('rail.title')}>
        <div aria-live="polite">
          {isMissing ? (
            <p className={classes.missingAmounts}>{t('rail.missing')}</p>
          ) : (
            <BudgetFacts values={values} estimate={estimate} />
          )}
        </div>
      </Panel>
    </aside>
  );
}
