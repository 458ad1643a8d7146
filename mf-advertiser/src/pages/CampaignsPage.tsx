import { useDateRange, useSession } from '@ezdash/store';
import {
  AppLink,
  Button,
  EmptyState,
  Held,
  IconPlus,
  NoDateRange,
  Notice,
  PageHeader,
  PageSkeleton,
  Panel,
  usePageTitle,
} from '@ezdash/ui';
import { PAGE_SIZES, type PageSize } from '@ezdash/ui/data';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadError } from '../components/LoadError';
import { Notices } from '../components/Notices';
import { CampaignTable } from '../features/campaigns/CampaignTable';
import { CsvMenu } from '../features/campaigns/CsvMenu';
import type { CampaignSetArgs } from '../features/campaigns/campaigns.api';
import { UnansweredAmounts } from '../features/campaigns/UnansweredAmounts';
import { useCampaignRows } from '../features/campaigns/useCampaignRows';
import { useListSettings } from '../features/campaigns/useListSettings';
import { DraftNotice } from '../features/wizard/DraftNotice';

function CreateButton() {
  const { t } = useTranslation('advertiser');
  const { user } = useSession();
  return (
    <Held status={user?.status}>
      <Button
        component={AppLink}
        href="/advertiser/campaigns/new"
        leftSection={<IconPlus size={16} stroke={2} aria-hidden />}
      >
        {t('createCampaign')}
      </Button>
    </Held>
  );
}

/** Page and size; with other rows in another order one begins at the first page again. */
function usePage(key: string) {
  const [turned, setTurned] = useState<{ key: string; index: number; size: PageSize }>({
    key,
    index: 0,
    size: PAGE_SIZES[0],
  });
  return {
    index: turned.key === key ? turned.index : 0,
    size: turned.size,
    turn: (index: number, size: PageSize) => setTurned({ key, index, size }),
  };
}

/** `/advertiser/campaigns` */
export function CampaignsPage() {
  const { t } = useTranslation('advertiser');
  const { from, to } = useDateRange();
  const list = useListSettings();
  const { group, pricing, state, format, q, sort, direction } = list.settings;
  const args: CampaignSetArgs = {
    from,
    to,
    group,
    sort,
    direction,
    ...(pricing && { pricing }),
    ...(state && { state }),
    ...(format && { format }),
    ...(q && { q }),
  };
  const turned = usePage(JSON.stringify(args));
  const rows = useCampaignRows(args, turned.index, turned.size);
  const { page, error } = rows;
  usePageTitle(t('page.campaigns'));

  if (!page && !error) return <PageSkeleton tiles={0} body="table" />;
  const counts = page?.counts ?? null;
  const isEmpty = counts !== null && counts.all + counts.archived === 0;
  const lead =
    counts && !isEmpty ? t('campaigns.lead', { count: counts.all, running: counts.running }) : undefined;
  const actions = (
    <>
      <CsvMenu args={args} />
      <CreateButton />
    </>
  );
  return (
    <>
      <PageHeader
        title={t('page.campaigns')}
        lead={lead}
        actions={isEmpty ? <CsvMenu args={args} /> : actions}
      />
      <Notices>
        {page && error ? <Notice tone="warn">{t('campaigns.stale')}</Notice> : null}
        <UnansweredAmounts />
        <DraftNotice />
      </Notices>
      {page && isEmpty ? (
        <Panel label={t('campaigns.empty.title')}>
          <NoDateRange />
          <EmptyState art="slots" title={t('campaigns.empty.title')} action={<CreateButton />}>
            {t('campaigns.empty.text')}
          </EmptyState>
        </Panel>
      ) : null}
      {page && !isEmpty ? (
        <CampaignTable
          page={page}
          rows={rows}
          list={list}
          args={args}
          pageIndex={turned.index}
          pageSize={turned.size}
          onPage={turned.turn}
        />
      ) : null}
      {page ? null : (
        <LoadError
          title={t('campaigns.errorTitle')}
          kept={t('campaigns.errorKept')}
          error={error}
          retrying={rows.isFetching}
          onRetry={rows.refetch}
        />
      )}
    </>
  );
}
