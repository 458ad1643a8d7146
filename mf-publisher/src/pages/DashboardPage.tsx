import type { PublisherDashboard } from '@ezdash/contracts';
import { toApiError, useDateRange, useSession } from '@ezdash/store';
import {
  AppLink,
  Board,
  Button,
  EmptyState,
  Held,
  IconPlus,
  NeedsYou,
  NoDateRange,
  PageHeader,
  PageSkeleton,
  Panel,
  useFormat,
  usePageTitle,
} from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { LoadFailed, StaleNotice } from '../components/LoadFailed';
import { LIVE } from '../components/polling';
import { CountriesPanel } from '../features/dashboard/CountriesPanel';
import { DashboardFigures } from '../features/dashboard/DashboardFigures';
import { usePublisherDashboardQuery } from '../features/dashboard/dashboard.api';
import { EarningsChart } from '../features/dashboard/EarningsChart';
import { FloorsPanel } from '../features/dashboard/FloorsPanel';
import { NextPayoutPanel } from '../features/dashboard/NextPayoutPanel';
import { TodayPanel } from '../features/dashboard/TodayPanel';
import { TopZones } from '../features/dashboard/TopZones';
import { useNeeds } from '../features/dashboard/useNeeds';

const NEW_PROPERTY = '/publisher/properties/new';
const EARNINGS = '/publisher/earnings';

function Lead({ dashboard }: { dashboard: PublisherDashboard }) {
  const { t } = useTranslation('publisher');
  const format = useFormat();
  const { now, final_until: until, on_hold_micros: onHold = 0 } = dashboard;
  const amounts = [
    t('dashboard.monthToDate', { amount: format.money(dashboard.month_to_date_micros) }),
    // Below nothing: earnings were released before their traffic was found to be invalid.
    dashboard.pending_micros < 0
      ? t('dashboard.debt', { amount: format.money(-dashboard.pending_micros) })
      : t('dashboard.pending', { amount: format.money(dashboard.pending_micros) }),
    ...(onHold > 0 ? [t('dashboard.onHold', { amount: format.money(onHold) })] : []),
  ];
  return (
    <>
      <span>
        {t('dashboard.lead', {
          now: format.dateTime(now, { weekday: true }),
          until: format.time(until),
          zone: format.timezone,
        })}
      </span>
      {amounts.map((text) => (
        <span key={text}>{text}</span>
      ))}
      <span>
        <AppLink href={EARNINGS}>
          {t('dashboard.payable', { amount: format.money(dashboard.payable_micros) })}
        </AppLink>
      </span>
    </>
  );
}

/** Nothing was ever asked of a zone, and there is no property that could be asked. */
function isNew({ call_outs: callOuts, totals, zones }: PublisherDashboard): boolean {
  return callOuts.some(({ code }) => code === 'no-property') && totals.requests === 0 && zones.length === 0;
}

function Figures({ dashboard }: { dashboard: PublisherDashboard }) {
  const needs = useNeeds(dashboard.call_outs);
  return (
    <Board
      needs={needs.length > 0 ? <NeedsYou needs={needs} /> : null}
      figures={<DashboardFigures dashboard={dashboard} />}
      main={
        <>
          <EarningsChart dashboard={dashboard} />
          <TopZones zones={dashboard.zones} />
        </>
      }
      side={
        <>
          <TodayPanel today={dashboard.today} />
          <NextPayoutPanel />
          <FloorsPanel zones={dashboard.zones} />
          <CountriesPanel countries={dashboard.countries} />
        </>
      }
    />
  );
}

/** What the publisher's sites earn, and what waits. Today's figures are live. */
export function DashboardPage() {
  const { t } = useTranslation('publisher');
  const title = t('page.dashboard');
  usePageTitle(title);
  const { from, to } = useDateRange();
  const { user } = useSession();
  const { data, error, isFetching, refetch } = usePublisherDashboardQuery({ from, to }, LIVE);
  const failure = toApiError(error);
  const retry = () => void refetch();
  const create = (
    <Held status={user?.status}>
      <Button
        component={AppLink}
        href={NEW_PROPERTY}
        leftSection={<IconPlus size={16} stroke={2} aria-hidden />}
      >
        {t('dashboard.create')}
      </Button>
    </Held>
  );
  if (!data) {
    if (!failure) return <PageSkeleton tiles={5} />;
    return (
      <LoadFailed
        title={title}
        failed={t('dashboard.failed')}
        error={failure}
        isRetrying={isFetching}
        onRetry={retry}
      >
        {t('dashboard.failedText')}
      </LoadFailed>
    );
  }
  if (isNew(data))
    return (
      <>
        <PageHeader title={title} />
        <Panel label={t('dashboard.empty.title')}>
          <NoDateRange />
          <EmptyState art="slots" title={t('dashboard.empty.title')} action={create}>
            {t('dashboard.empty.text')}
          </EmptyState>
        </Panel>
      </>
    );
  return (
    <>
      <PageHeader title={title} lead={<Lead dashboard={data} />} actions={create} />
      {failure ? <StaleNotice onRetry={retry} isRetrying={isFetching} /> : null}
      <Figures dashboard={data} />
    </>
  );
}
