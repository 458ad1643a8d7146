import type { Campaign } from '@ezdash/contracts';
import { toApiError, useDateRange } from '@ezdash/store';
import { AppLink, ErrorState, Panel, TableSkeleton, useFormat, VisuallyHidden } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../components/useErrorText';
import { useAdvertiserCampaignsQuery } from '../campaigns/campaigns.api';
import { shownCtr } from '../campaigns/deliveryRates';
import classes from './dashboard.module.css';

const MOST = 5;
/** Their order seldom changes within seconds, and of an account of ten thousand campaigns all are looked at for it. */
const NOW_AND_THEN = { pollingInterval: 15_000, skipPollingIfUnfocused: true } as const;
const BY_SPEND = { group: 'all', sort: 'spend', direction: 'descending', offset: 0, limit: MOST } as const;
const COLUMNS = ['figure.spend', 'figure.impressions', 'figure.ctr', 'figure.conversions'] as const;

function CampaignRow({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  const { id, name, figures } = campaign;
  const rate = shownCtr(figures);
  return (
    <tr>
      <th scope="row">
        <AppLink href={`/advertiser/campaigns/${id}`}>
          <bdi>{name}</bdi>
        </AppLink>
      </th>
      <td>{format.money(figures.spend_micros)}</td>
      <td>{format.count(figures.impressions)}</td>
      <td>{rate === null ? t('figure.none') : format.percent(rate)}</td>
      <td>{format.count(figures.conversions)}</td>
    </tr>
  );
}

function Rows({ campaigns }: { campaigns: readonly Campaign[] }) {
  const { t } = useTranslation('advertiser');
  const spent = campaigns.filter(({ figures }) => figures.spend_micros > 0);
  if (spent.length === 0) return <p className={classes.quiet}>{t('dashboard.topNone')}</p>;
  return (
    <table className={classes.top}>
      <VisuallyHidden component="caption">{t('dashboard.top')}</VisuallyHidden>
      <thead>
        <tr>
          <th scope="col">{t('campaigns.column.name')}</th>
          {COLUMNS.map((key) => (
            <th key={key} scope="col">
              {t(key)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {spent.map((campaign) => (
          <CampaignRow key={campaign.id} campaign={campaign} />
        ))}
      </tbody>
    </table>
  );
}

/** The campaigns that spent most in the days of the page, with what that brought. */
export function TopCampaigns() {
  const { t } = useTranslation('advertiser');
  const errorText = useErrorText();
  const { from, to } = useDateRange();
  const query = useAdvertiserCampaignsQuery({ from, to, ...BY_SPEND }, NOW_AND_THEN);
  // Figures of other days stay until theirs are there, unless those cannot be loaded.
  const data = query.error ? query.currentData : query.data;
  const failure = toApiError(query.error);
  return (
    <Panel title={t('dashboard.top')}>
      {data ? (
        <Rows campaigns={data.campaigns} />
      ) : failure ? (
        <ErrorState
          title={t('dashboard.topFailed')}
          requestId={failure.requestId}
          retrying={query.isFetching}
          onRetry={query.refetch}
        >
          {errorText(failure)}
        </ErrorState>
      ) : (
        <TableSkeleton rows={MOST} />
      )}
    </Panel>
  );
}
