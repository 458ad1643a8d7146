import type { DateRange, ReferralFigures, ReferralFunnel, ReferralLink } from '@ezdash/contracts';
import { BlockSkeleton, EmptyState, Money, Panel, useFormat } from '@ezdash/ui';
import { LineChart, Select } from '@ezdash/ui/data';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadFailed } from './LoadFailed';
import styles from './referrals.module.css';
import { REFRESHED } from './refreshed';
import type { ReferralsApi } from './types';
import { useLinkName } from './useLinkName';

const ALL = 'all';
const SKELETON_PX = 420;

interface Step {
  id: 'clicks' | 'signUps' | 'active';
  count: number;
  /** How many there were one step before; null: it is the first. */
  before: number | null;
}

const stepsOf = ({ clicks, sign_ups: signUps, active }: ReferralFigures): readonly Step[] => [
  { id: 'clicks', count: clicks, before: null },
  { id: 'signUps', count: signUps, before: clicks },
  { id: 'active', count: active, before: signUps },
];

/** Each step as a bar of the largest one, with its share of the step before. */
function Steps({ figures, currency }: { figures: ReferralFigures; currency: string }) {
  const { t } = useTranslation('ui');
  const format = useFormat();
  const steps = stepsOf(figures);
  // Somebody may become active in days in which nobody signed up: a bar is never longer than its place.
  const most = Math.max(...steps.map(({ count }) => count));
  const { active, earned_micros: earned } = figures;
  return (
    <dl className={styles.funnel}>
      {steps.map(({ id, count, before }) => (
        <div key={id}>
          <dt>{t(`referrals.step.${id}`)}</dt>
          <dd className={styles.bar} aria-hidden>
            <span style={{ inlineSize: `${most > 0 ? (count / most) * 100 : 0}%` }} />
          </dd>
          <dd className={styles.count}>{format.count(count)}</dd>
          {before !== null && before > 0 ? (
            <dd className={styles.share}>
              {t(`referrals.ratio.${id === 'signUps' ? 'ofClicks' : 'ofSignUps'}`, {
                share: format.percent(count / before, 1),
              })}
            </dd>
          ) : null}
        </div>
      ))}
      <div>
        <dt>{t('referrals.step.earned')}</dt>
        <dd className={styles.count}>
          <Money micros={earned} currency={currency} />
        </dd>
        {active > 0 && earned > 0 ? (
          <dd className={styles.share}>
            {t('referrals.ratio.perActive', {
              amount: format.money(Math.round(earned / active), { currency }),
            })}
          </dd>
        ) : null}
      </div>
    </dl>
  );
}

function ByDay({ funnel }: { funnel: ReferralFunnel }) {
  const { t } = useTranslation('ui');
  const format = useFormat();
  const { days, from, to } = funnel;
  return (
    <LineChart
      label={t('referrals.byDay', { days: format.dateRange(from, to) })}
      ticks={days.map(({ day }) => format.date(day))}
      series={[
        { name: t('referrals.step.clicks'), color: 'd1', values: days.map(({ clicks }) => clicks) },
        {
          name: t('referrals.step.signUps'),
          color: 'd2',
          values: days.map(({ sign_ups: signUps }) => signUps),
        },
      ]}
      format={(count) => format.count(count)}
      axisFormat={(count) => format.compact(count)}
      leastStep={1}
    />
  );
}

const isNothing = ({ clicks, sign_ups: signUps, active, earned_micros: earned }: ReferralFigures) =>
  clicks === 0 && signUps === 0 && active === 0 && earned === 0;

interface FunnelPanelProps {
  api: ReferralsApi;
  range: DateRange;
  currency: string;
  links: readonly ReferralLink[];
}

/** From clicks to what was earned, in the days that the page shows, of all links or of one. */
export function FunnelPanel({ api, range, currency, links }: FunnelPanelProps) {
  const { t } = useTranslation('ui');
  const format = useFormat();
  const nameOf = useLinkName();
  const [chosen, setChosen] = useState<string | null>(null);
  const link = links.find(({ id }) => id === chosen)?.id;
  const query = api.useFunnel(link === undefined ? range : { ...range, link }, REFRESHED);
  const failure = api.failureOf(query.error);
  const funnel = query.currentData;
  const body = () => {
    if (!funnel)
      return failure ? (
        <LoadFailed
          title={t('referrals.failed.funnel')}
          failure={failure}
          isRetrying={query.isFetching}
          onRetry={query.refetch}
        />
      ) : (
        <BlockSkeleton height={SKELETON_PX} />
      );
    if (isNothing(funnel.totals))
      return <EmptyState title={t('referrals.empty.funnel')}>{t('referrals.empty.funnelText')}</EmptyState>;
    return (
      <div className={styles.stack}>
        <Steps figures={funnel.totals} currency={currency} />
        {funnel.days.length > 1 ? <ByDay funnel={funnel} /> : null}
      </div>
    );
  };
  return (
    <Panel
      title={t('referrals.funnel')}
      hint={t('referrals.days', { days: format.dateRange(range.from, range.to) })}
      aside={
        links.length > 1 ? (
          <Select
            className={styles.choice}
            aria-label={t('referrals.ofLink')}
            data={[
              { value: ALL, label: t('referrals.allLinks') },
              ...links.map((each) => ({ value: each.id, label: nameOf(each) })),
            ]}
            value={link ?? ALL}
            allowDeselect={false}
            searchable={links.length > 10}
            comboboxProps={{ withinPortal: false }}
            onChange={(value) => setChosen(value === ALL ? null : value)}
          />
        ) : undefined
      }
    >
      {body()}
    </Panel>
  );
}
