import type { PayoutState } from '@ezdash/contracts';
import { PAYOUT_STATES } from '@ezdash/contracts/constants';
import { NoDateRange, PageHeader, Stat, StatStrip, useFormat, usePageTitle } from '@ezdash/ui';
import { Tabs } from '@ezdash/ui/data';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import styles from '../features/money/money.module.css';
import { BatchList } from '../features/money/payouts/BatchList';
import { PayoutList } from '../features/money/payouts/PayoutList';
import { PayoutOutcome } from '../features/money/payouts/PayoutOutcome';
import { useDebugPayoutsInfiniteQuery } from '../features/money/payouts/payouts.api';
import { usePayoutActions } from '../features/money/payouts/usePayoutActions';

const BATCHES = 'batches';
type Shown = PayoutState | typeof BATCHES;
/** In the order in which a payout goes through them. */
const TABS: readonly Shown[] = ['requested', 'approved', 'sent', BATCHES, 'paid', 'refused', 'failed'];

/** The tab is part of the address, so that it is the same one when one comes back. */
function useShown(): [Shown, (next: Shown) => void] {
  const [search, setSearch] = useSearchParams();
  const wanted = search.get('show');
  const shown = TABS.find((one) => one === wanted) ?? 'requested';
  return [shown, (next) => setSearch(next === 'requested' ? {} : { show: next }, { replace: true })];
}

const isState = (shown: Shown): shown is PayoutState => PAYOUT_STATES.some((state) => state === shown);

/** Every payout from its request to the bank: decide, send together, and say what the bank said. */
export function PayoutsPage() {
  const { t } = useTranslation('debug');
  const title = t('page.payouts');
  usePageTitle(title);
  const format = useFormat();
  const [shown, show] = useShown();
  const actions = usePayoutActions();
  // The same list as below: what is payable and how many there are come with it.
  const { data } = useDebugPayoutsInfiniteQuery(isState(shown) ? shown : 'requested');
  const figures = data?.pages[0];
  const countOf = (state: Shown) => figures?.counts[state];
  return (
    <>
      <PageHeader title={title} lead={t('money.payouts.lead')} />
      <NoDateRange />
      <StatStrip label={t('money.payouts.figures')}>
        <Stat
          label={t('money.payouts.toDecide')}
          value={figures ? format.count(countOf('requested') ?? 0) : undefined}
          note={t('money.payouts.toDecideNote')}
        />
        <Stat
          label={t('money.payouts.payable')}
          micros={figures?.payable_micros}
          note={t('money.payouts.payableNote')}
        />
        <Stat
          label={t('money.payouts.onTheWay')}
          micros={figures?.on_the_way_micros}
          note={t('money.payouts.onTheWayNote')}
        />
      </StatStrip>
      <Tabs
        value={shown}
        onChange={(value) => {
          const next = TABS.find((one) => one === value);
          if (!next) return;
          actions.forget();
          show(next);
        }}
      >
        <Tabs.List className={styles.tabs} aria-label={t('money.payouts.states')}>
          {TABS.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {one === BATCHES ? t('money.batches.title') : t(`money.payouts.stateOf.${one}`)}
              {countOf(one) ? <span className={styles.count}>{format.count(countOf(one) ?? 0)}</span> : null}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={shown}>
          <PayoutOutcome actions={actions} />
          {isState(shown) ? <PayoutList key={shown} state={shown} actions={actions} /> : <BatchList />}
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
