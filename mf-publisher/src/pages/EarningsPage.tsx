import type { Earnings } from '@ezdash/contracts';
import { toApiError, useLivePolling } from '@ezdash/store';
import {
  AppLink,
  Board,
  Button,
  EmptyState,
  PageHeader,
  PageSkeleton,
  Panel,
  useFormat,
  usePageTitle,
} from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { LoadFailed, StaleNotice } from '../components/LoadFailed';
import { DeductionsPanel } from '../features/earnings/DeductionsPanel';
import { EarningsFlow } from '../features/earnings/EarningsFlow';
import { usePublisherEarningsQuery } from '../features/earnings/earnings.api';
import { HoldsPanel } from '../features/earnings/HoldsPanel';
import { MonthsPanel } from '../features/earnings/MonthsPanel';
import { PayoutPanel } from '../features/earnings/PayoutPanel';
import { PayoutsPanel } from '../features/earnings/PayoutsPanel';

/** Without a live connection, what changed is asked for this often. */
const POLL_MS = 30_000;

const isNew = ({
  months,
  paid_micros: paid,
  on_the_way_micros: onTheWay,
  payable_micros: payable,
  holds = [],
}: Earnings) => months.length === 0 && holds.length === 0 && paid === 0 && onTheWay === 0 && payable === 0;

/** What was earned, from the estimate of this month to the bank. */
export function EarningsPage() {
  const { t } = useTranslation('publisher');
  const format = useFormat();
  const title = t('page.earnings');
  usePageTitle(title);
  const polling = useLivePolling(POLL_MS);
  const query = usePublisherEarningsQuery(undefined, { ...polling, refetchOnMountOrArgChange: true });
  const { data, isFetching } = query;
  const failure = toApiError(query.error);
  const retry = () => void query.refetch();
  if (!data) {
    if (!failure) return <PageSkeleton tiles={4} />;
    return (
      <LoadFailed
        title={title}
        failed={t('earnings.failed')}
        error={failure}
        isRetrying={isFetching}
        onRetry={retry}
      >
        {t('earnings.failedText')}
      </LoadFailed>
    );
  }
  const lead = t('earnings.terms', {
    count: data.terms_days,
    threshold: format.money(data.threshold_micros),
  });
  if (isNew(data))
    return (
      <>
        <PageHeader title={title} lead={lead} />
        <Panel label={t('earnings.empty.title')}>
          <EmptyState
            art="slots"
            title={t('earnings.empty.title')}
            action={
              <Button component={AppLink} href="/publisher/properties">
                {t('earnings.empty.action')}
              </Button>
            }
          >
            {t('earnings.empty.text')}
          </EmptyState>
        </Panel>
      </>
    );
  return (
    <>
      <PageHeader title={title} lead={lead} />
      {failure ? <StaleNotice onRetry={retry} isRetrying={isFetching} /> : null}
      <Board
        // What can be asked for now: on a phone it stands before everything else.
        needs={<PayoutPanel earnings={data} />}
        figures={<EarningsFlow earnings={data} />}
        main={
          <>
            <MonthsPanel earnings={data} />
            {data.holds?.length ? <HoldsPanel holds={data.holds} /> : null}
            {data.deducted_micros > 0 ? <DeductionsPanel /> : null}
            <PayoutsPanel />
          </>
        }
        side={null}
      />
    </>
  );
}
