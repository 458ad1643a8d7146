import type { DateRange, ReferralOverview, User } from '@ezdash/contracts';
import { Board, NoDateRange, PageHeader, PageSkeleton, Panel, Stat, StatStrip, useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { BannersPanel } from './BannersPanel';
import { EarningsPanel } from './EarningsPanel';
import { FunnelPanel } from './FunnelPanel';
import { JoinPanel } from './JoinPanel';
import { LinkPanel } from './LinkPanel';
import { LinksPanel } from './LinksPanel';
import { LoadFailed, StaleNotice } from './LoadFailed';
import styles from './referrals.module.css';
import { REFRESHED } from './refreshed';
import { TermsPanels } from './TermsPanel';
import type { ReferralsApi, ReferrerRole } from './types';

export interface ReferralsPageProps {
  /** The page's h1. */
  title: string;
  api: ReferralsApi;
  referrer: ReferrerRole;
  /** The days that the top bar shows. */
  range: DateRange;
  /** How the account stands: new links are for active ones. */
  status: User['status'] | undefined;
}

/** What was earned in all: on hold, paid, taken back. */
function Figures({ overview, referrer }: { overview: ReferralOverview; referrer: ReferrerRole }) {
  const { t } = useTranslation('ui');
  const format = useFormat();
  const { next_release: next, held_micros: held, terms } = overview;
  const { currency } = terms;
  return (
    <StatStrip label={t('referrals.figures.label')}>
      <Stat
        label={t('referrals.figures.held')}
        micros={held}
        note={
          next
            ? t('referrals.figures.next', {
                amount: format.money(next.micros, { currency }),
                date: format.date(next.at),
              })
            : t('referrals.figures.nothingHeld')
        }
      />
      <Stat
        label={t('referrals.figures.released')}
        micros={overview.released_micros}
        note={t(`referrals.figures.releasedTo.${referrer}`)}
      />
      <Stat
        label={t('referrals.figures.returned')}
        micros={overview.returned_micros}
        note={t('referrals.figures.returnedWhy')}
      />
    </StatStrip>
  );
}

function Joined({
  api,
  referrer,
  range,
  status,
  overview,
}: ReferralsPageProps & { overview: ReferralOverview }) {
  const { links, terms } = overview;
  const { currency } = terms;
  const live = links.filter(({ archived_at: at }) => at === null);
  const own = links.find(({ label }) => label === null);
  return (
    <Board
      // The link is what one comes for: on a phone it stands before everything else.
      needs={own ? <LinkPanel link={own} referrer={referrer} /> : null}
      figures={<Figures overview={overview} referrer={referrer} />}
      main={
        <>
          <FunnelPanel api={api} range={range} currency={currency} links={live} />
          <LinksPanel api={api} range={range} currency={currency} links={links} status={status} />
          <EarningsPanel api={api} currency={currency} />
          <BannersPanel api={api} links={live} />
        </>
      }
      side={<TermsPanels terms={terms} referrer={referrer} />}
    />
  );
}

/** Bringing others to the network. Draws and asks by the endpoints it is given: injecting them is its remote's. */
export function ReferralsPage(props: ReferralsPageProps) {
  const { title, api, referrer, status } = props;
  const { t } = useTranslation('ui');
  const query = api.useOverview(undefined, REFRESHED);
  const failure = api.failureOf(query.error);
  const { data: overview, isFetching, refetch } = query;
  if (!overview) {
    if (!failure) return <PageSkeleton tiles={3} />;
    return (
      <>
        <PageHeader title={title} />
        <NoDateRange />
        <Panel label={title}>
          <LoadFailed
            title={t('referrals.failed.page')}
            failure={failure}
            isRetrying={isFetching}
            onRetry={refetch}
          />
        </Panel>
      </>
    );
  }
  const isJoined = overview.joined_at !== null;
  return (
    <>
      <PageHeader title={title} lead={t('referrals.lead')} />
      {isJoined ? null : <NoDateRange />}
      {failure ? (
        <div className={styles.stale}>
          <StaleNotice isRetrying={isFetching} onRetry={refetch} />
        </div>
      ) : null}
      {isJoined ? (
        <Joined {...props} overview={overview} />
      ) : (
        <JoinPanel api={api} terms={overview.terms} referrer={referrer} status={status} />
      )}
    </>
  );
}
