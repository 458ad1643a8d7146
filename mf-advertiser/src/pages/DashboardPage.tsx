import type { AdvertiserDashboard } from '@ezdash/contracts';
import { useDateRange, useSession } from '@ezdash/store';
import {
  AppLink,
  Board,
  Button,
  EmptyState,
  Held,
  IconPlus,
  NeedsYou,
  NoDateRange,
  Notice,
  PageHeader,
  PageSkeleton,
  Panel,
  useFormat,
  usePageTitle,
} from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { LoadError } from '../components/LoadError';
import { LIVE_QUERY } from '../components/liveQuery';
import { Notices } from '../components/Notices';
import { BalancePanel } from '../features/dashboard/BalancePanel';
import { CountrySpend } from '../features/dashboard/CountrySpend';
import { DashboardFigures } from '../features/dashboard/DashboardFigures';
import { useAdvertiserDashboardQuery } from '../features/dashboard/dashboard.api';
import { ManagerPanel } from '../features/dashboard/ManagerPanel';
import { PacingToday } from '../features/dashboard/PacingToday';
import { SpendChart } from '../features/dashboard/SpendChart';
import { TodayPanel } from '../features/dashboard/TodayPanel';
import { TopCampaigns } from '../features/dashboard/TopCampaigns';
import { useDismissal } from '../features/dashboard/useDismissal';
import { useNeeds } from '../features/dashboard/useNeeds';
import { OpportunitiesPanel } from '../features/opportunities/OpportunitiesPanel';
import { DraftNotice } from '../features/wizard/DraftNotice';

const NEW_CAMPAIGN = '/advertiser/campaigns/new';
const BIDDING = '/help?article=second-price';

function CreateButton() {
  const { t } = useTranslation('advertiser');
  const { user } = useSession();
  return (
    <Held status={user?.status}>
      <Button
        component={AppLink}
        href={NEW_CAMPAIGN}
        leftSection={<IconPlus size={16} stroke={2} aria-hidden />}
      >
        {t('createCampaign')}
      </Button>
    </Held>
  );
}

interface FiguresProps {
  data: AdvertiserDashboard;
  isStale: boolean;
}

function Figures({ data, isStale }: FiguresProps) {
  const { t } = useTranslation('advertiser');
  const { dismiss, failed } = useDismissal();
  const needs = useNeeds(data, dismiss);
  const { user } = useSession();
  return (
    <Board
      needs={
        needs.length > 0 || failed ? (
          <>
            <NeedsYou needs={needs} inOrder />
            {failed ? (
              <Notice tone="bad" title={t('callOut.notDismissed')}>
                {t('callOut.notDismissedText')}
              </Notice>
            ) : null}
          </>
        ) : null
      }
      figures={<DashboardFigures data={data} />}
      main={
        <>
          <SpendChart data={data} />
          <PacingToday data={data} />
          {user?.features.ai_recommendations ? <OpportunitiesPanel /> : null}
          <TopCampaigns />
        </>
      }
      side={
        <>
          <TodayPanel data={data} isStale={isStale} />
          <BalancePanel data={data} />
          <CountrySpend data={data} />
          {data.manager === undefined ? null : <ManagerPanel manager={data.manager} now={data.now} />}
        </>
      }
    />
  );
}

/** Money that is there already is said; without any, the way to it stands beside. */
function WelcomeBonus({ micros }: { micros: number }) {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  if (micros <= 0) return null;
  return (
    <Notice
      tone="ok"
      title={t('dashboard.bonusTitle', { amount: format.money(micros) })}
      action={
        <AppLink className="ez-link" href="/advertiser/funds">
          {t('dashboard.addFunds')}
        </AppLink>
      }
    >
      {t('dashboard.bonusText')}
    </Notice>
  );
}

function FirstCampaign({ data }: { data: AdvertiserDashboard }) {
  const { t } = useTranslation('advertiser');
  const hasNothing = data.balance_micros + data.bonus_micros <= 0;
  return (
    <>
      <Notices>
        <WelcomeBonus micros={data.bonus_micros} />
      </Notices>
      <Panel label={t('dashboard.empty.title')}>
        <NoDateRange />
        <EmptyState
          art="slots"
          title={t('dashboard.empty.title')}
          action={
            <>
              <CreateButton />
              {hasNothing ? (
                <Button variant="default" component={AppLink} href="/advertiser/funds">
                  {t('dashboard.addFunds')}
                </Button>
              ) : null}
              <Button variant="subtle" component={AppLink} href={BIDDING}>
                {t('dashboard.bidding')}
              </Button>
            </>
          }
        >
          {t('dashboard.empty.text')}
        </EmptyState>
      </Panel>
    </>
  );
}

/** `/advertiser/dashboard` */
export function DashboardPage() {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  const zone = format.timezone;
  const { from, to } = useDateRange();
  const query = useAdvertiserDashboardQuery({ from, to }, LIVE_QUERY);
  const { error, isFetching, refetch } = query;
  // While other days load, the known ones stay; when they cannot be loaded, those of before would be a lie.
  const data = error ? query.currentData : query.data;
  usePageTitle(t('page.dashboard'));

  if (!data && !error) return <PageSkeleton tiles={5} />;
  // Nothing to run and nothing ever shown: figures would be a page of dashes.
  const isNew =
    data?.call_outs.some(({ code }) => code === 'no-campaign') &&
    data.totals.impressions + data.previous.impressions === 0;
  const lead = data
    ? t(isNew ? 'dashboard.leadNew' : 'dashboard.lead', {
        now: format.dateTime(data.now, { weekday: true }),
        final: format.time(data.final_until),
        zone,
      })
    : undefined;
  return (
    <>
      <PageHeader title={t('page.dashboard')} lead={lead} actions={isNew ? undefined : <CreateButton />} />
      <Notices>
        {data && error ? (
          <Notice tone="warn">{t('dashboard.stale', { time: format.time(data.now), zone })}</Notice>
        ) : null}
        <DraftNotice />
      </Notices>
      {data ? (
        isNew ? (
          <FirstCampaign data={data} />
        ) : (
          <Figures data={data} isStale={error !== undefined} />
        )
      ) : null}
      {data ? null : (
        <LoadError
          title={t('dashboard.errorTitle')}
          kept={t('dashboard.errorKept')}
          error={error}
          retrying={isFetching}
          onRetry={refetch}
        />
      )}
    </>
  );
}
