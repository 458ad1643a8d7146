import type { AuctionCause, Campaign, Troubleshoot } from '@ezdash/contracts';
import { toApiError } from '@ezdash/store';
import { AppLink, CallOut, ErrorState, Panel, Stat, StatStrip, TableSkeleton, useFormat } from '@ezdash/ui';
import { type Column, DataTable } from '@ezdash/ui/data';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../components/useErrorText';
import { useTroubleshootCampaignQuery } from './troubleshoot.api';
import classes from './troubleshoot.module.css';
import { Unpaid } from './Unpaid';
import { useCauseWords } from './useCauseWords';

const idOf = (cause: AuctionCause) => cause.code;

/** What no auction knows of: what stops everything, and what narrows. */
function Outside({ found, name }: { found: Troubleshoot; name: string }) {
  const { t } = useTranslation('advertiser');
  const words = useCauseWords();
  const stops = found.outside.some((cause) => cause.stops);
  return (
    <Panel title={t('troubleshoot.outsideTitle')} flush>
      {found.outside.length === 0 ? (
        <p className={classes.note}>{t('troubleshoot.nothingStops')}</p>
      ) : (
        <ul aria-label={t('troubleshoot.outsideTitle')}>
          {found.outside.map((cause) => (
            <CallOut
              key={cause.code}
              tone={cause.stops ? 'bad' : 'warn'}
              subject={t(cause.stops ? 'troubleshoot.stops' : 'troubleshoot.narrows')}
              action={
                cause.cure ? { label: words.cure(cause.code, cause.cure), href: cause.cure.href } : undefined
              }
            >
              <span className={classes.words}>{words.outside(cause)}</span>
            </CallOut>
          ))}
        </ul>
      )}
      {stops && found.decisions > 0 ? (
        <p className={classes.note}>{t('troubleshoot.stopsNote', { name })}</p>
      ) : null}
    </Panel>
  );
}

function useCauseColumns(): Column<AuctionCause>[] {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  const words = useCauseWords();
  return useMemo(
    () => [
      {
        key: 'cause',
        header: t('troubleshoot.column.cause'),
        phone: 'title',
        csv: (cause) => cause.code,
        cell: (cause) => (
          <span className={classes.cause}>
            <span>{words.auction(cause)}</span>
            {cause.cure ? (
              <AppLink className="ez-link" href={cause.cure.href}>
                {words.cure(cause.code, cause.cure)}
              </AppLink>
            ) : (
              <small className={classes.quiet}>{t('troubleshoot.noCure')}</small>
            )}
          </span>
        ),
      },
      {
        key: 'share',
        header: t('troubleshoot.column.share'),
        numeric: true,
        sort: (cause) => cause.share_ppm,
        cell: (cause) => (
          <span className={classes.figure}>
            <span>{words.share(cause.share_ppm)}</span>
            <small className={classes.quiet}>
              {t('troubleshoot.interval', {
                low: words.share(cause.low_ppm),
                high: words.share(cause.high_ppm),
              })}
            </small>
          </span>
        ),
      },
      {
        key: 'decisions',
        header: t('troubleshoot.column.decisions'),
        numeric: true,
        sort: (cause) => cause.decisions,
        cell: (cause) => format.compact(cause.decisions),
      },
      {
        key: 'wins',
        header: t('troubleshoot.column.wins'),
        numeric: true,
        sort: (cause) => cause.would_win,
        cell: (cause) => (cause.would_win === null ? '–' : format.compact(cause.would_win)),
      },
      {
        key: 'cost',
        header: t('troubleshoot.column.cost'),
        numeric: true,
        sort: (cause) => cause.would_cost_micros,
        cell: (cause) => (cause.would_cost_micros === null ? '–' : format.money(cause.would_cost_micros)),
      },
    ],
    [t, format, words],
  );
}

/** What became of the campaign's decisions, as shares of those it lost. */
function Auctions({ found }: { found: Troubleshoot }) {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  const columns = useCauseColumns();
  const words = useCauseWords();
  const share = found.decisions === 0 ? 0 : found.won / found.decisions;
  return (
    <Panel
      title={t('troubleshoot.auctionTitle')}
      hint={t('troubleshoot.range', { from: format.date(found.from), to: format.date(found.to) })}
      flush
    >
      <div className={classes.strip}>
        <StatStrip label={t('troubleshoot.auctionTitle')}>
          <Stat label={t('troubleshoot.decisions')} value={format.compact(found.decisions)} />
          <Stat
            label={t('troubleshoot.won')}
            value={format.compact(found.won)}
            note={t('troubleshoot.wonShare', { share: format.percent(share) })}
          />
          <Stat label={t('figure.impressions')} value={format.count(found.impressions)} />
          <Stat
            label={t('troubleshoot.sample')}
            value={format.count(found.traces)}
            note={t('troubleshoot.effective', {
              count: found.effective_traces,
              amount: format.count(found.effective_traces),
            })}
          />
        </StatStrip>
      </div>
      {found.too_few ? (
        <p className={classes.note}>{t('troubleshoot.tooFew', { count: found.effective_traces })}</p>
      ) : found.auction.length === 0 ? (
        <p className={classes.note}>{t('troubleshoot.noneLost')}</p>
      ) : (
        <>
          <DataTable
            label={t('troubleshoot.auctionTitle')}
            rows={found.auction}
            columns={columns}
            rowId={idOf}
            rowName={words.auction}
          />
          <p className={classes.note}>{t('troubleshoot.estimate')}</p>
        </>
      )}
    </Panel>
  );
}

/** Why a campaign is not shown: what stops it, and what its lost auctions say; each with one way to the cure. */
export function TroubleshootTab({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation('advertiser');
  const errorText = useErrorText();
  const { currentData, error, isFetching, refetch } = useTroubleshootCampaignQuery(campaign.id);
  const failure = toApiError(error);
  if (currentData)
    return (
      <div className={classes.stack}>
        <Outside found={currentData} name={campaign.name} />
        <Auctions found={currentData} />
        <Unpaid campaign={campaign} found={currentData} />
      </div>
    );
  return (
    <Panel label={t('troubleshoot.title')}>
      {failure ? (
        <ErrorState
          title={t('troubleshoot.failed')}
          requestId={failure.requestId}
          retrying={isFetching}
          onRetry={() => void refetch()}
        >
          {errorText(failure)}
        </ErrorState>
      ) : (
        <TableSkeleton rows={6} columns={4} />
      )}
    </Panel>
  );
}
