import type { Campaign, DateRange } from '@ezdash/contracts';
import { toApiError, useDateRange } from '@ezdash/store';
import {
  AppLink,
  Button,
  EmptyState,
  IconPlayerPause,
  IconPlayerPlay,
  IconSend,
  NoDateRange,
  Notice,
  PageHeader,
  PageSkeleton,
  Panel,
  Status,
  useFormat,
  usePageTitle,
} from '@ezdash/ui';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { Columns } from '../components/Columns';
import { LoadError } from '../components/LoadError';
import { LIVE_QUERY } from '../components/liveQuery';
import { Notices } from '../components/Notices';
import { CampaignChart } from '../features/campaignPage/CampaignChart';
import { CampaignTabs } from '../features/campaignPage/CampaignTabs';
import { type CampaignTab, tabOfField } from '../features/campaignPage/campaignTabs';
import { useCampaignTab } from '../features/campaignPage/useCampaignTab';
import { ActionTroubleNotice } from '../features/campaigns/ActionTroubleNotice';
import { mayAct } from '../features/campaigns/campaignGroups';
import { useAdvertiserCampaignQuery } from '../features/campaigns/campaigns.api';
import { type CampaignActions, useCampaignActions } from '../features/campaigns/useCampaignActions';
import { useClone } from '../features/campaigns/useClone';
import { useStateReason } from '../features/campaigns/useStateReason';
import { BesideEstimate } from '../features/estimate/BesideEstimate';
import { toEstimateRequest } from '../features/estimate/toEstimateRequest';
import { useUtcFormat } from '../features/form/useUtcFormat';
import { HistoryTab } from '../features/history/HistoryTab';
import { CampaignCreatives } from '../features/settings/CampaignCreatives';
import { CampaignFigures } from '../features/settings/CampaignFigures';
import { CampaignSettings } from '../features/settings/CampaignSettings';
import { CampaignToday } from '../features/settings/CampaignToday';
import { StateNote } from '../features/settings/StateNote';
import { useCampaignSettings } from '../features/settings/useCampaignSettings';
import { useCreativesEditing } from '../features/settings/useCreativesEditing';
import { TroubleshootTab } from '../features/troubleshoot/TroubleshootTab';

const LIST = '/advertiser/campaigns';
const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const;

interface HeaderActionsProps {
  campaign: Campaign;
  actions: CampaignActions;
  /** Gets the sentence when no copy was made. */
  onTrouble: (text: string | null) => void;
}

/** Its figures of the same days, told apart by where it was shown. */
const metricsOf = (id: string, range: DateRange) =>
  `/advertiser/metrics?${new URLSearchParams({ group: 'zone', campaign: id, ...range })}`;

/** Archive and clone are quiet; of pause, resume and submit a state allows one. */
function HeaderActions({ campaign, actions, onTrouble }: HeaderActionsProps) {
  const { t } = useTranslation('advertiser');
  const clone = useClone(onTrouble);
  const may = (action: 'pause' | 'resume' | 'submit' | 'archive') => mayAct(campaign.state, action);
  return (
    <>
      <Button variant="subtle" onClick={() => void clone(campaign)}>
        {t('campaignList.clone')}
      </Button>
      {may('archive') ? (
        <Button variant="subtle" onClick={() => actions.run('archive', [campaign])}>
          {t('action.archive')}
        </Button>
      ) : null}
      {may('pause') ? (
        <Button
          variant="default"
          leftSection={<IconPlayerPause {...icon} />}
          onClick={() => actions.run('pause', [campaign])}
        >
          {t('action.pause')}
        </Button>
      ) : null}
      {may('resume') ? (
        <Button leftSection={<IconPlayerPlay {...icon} />} onClick={() => actions.run('resume', [campaign])}>
          {t('action.resume')}
        </Button>
      ) : null}
      {may('submit') ? (
        <Button leftSection={<IconSend {...icon} />} onClick={() => actions.run('submit', [campaign])}>
          {t('action.submit')}
        </Button>
      ) : null}
    </>
  );
}

function Missing({ id }: { id: string }) {
  const { t } = useTranslation('advertiser');
  return (
    <Panel label={t('campaign.missingTitle')}>
      <NoDateRange />
      <EmptyState
        level={1}
        title={t('campaign.missingTitle')}
        action={
          <Button component={AppLink} href={LIST} variant="default">
            {t('campaign.missingAction')}
          </Button>
        }
      >
        {t('campaign.missingText', { id })}
      </EmptyState>
    </Panel>
  );
}

function Loaded({ campaign, range }: { campaign: Campaign; range: DateRange }) {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  const utc = useUtcFormat();
  const reasonOf = useStateReason();
  const actions = useCampaignActions();
  const [trouble, setTrouble] = useState<string | null>(null);
  const editing = useCreativesEditing(campaign, actions);
  const { tab, go, zone } = useCampaignTab();
  const settings = useCampaignSettings(campaign, (field) => {
    // Where the field is on the page already, no address is left behind.
    if (tabOfField(field) !== tab) go(tabOfField(field));
  });
  const settingsOf = (part: 'overview' | 'targeting' | 'limits' | 'zones') => (
    <CampaignSettings campaign={campaign} settings={settings} part={part} zone={zone} />
  );
  const estimated = (part: 'targeting' | 'limits' | 'zones') =>
    campaign.state === 'archived' ? (
      settingsOf(part)
    ) : (
      <BesideEstimate
        request={toEstimateRequest(
          settings.fields.values,
          settings.fields.problems,
          campaign.creatives.map(({ image }) => image),
          campaign.id,
        )}
      >
        {settingsOf(part)}
      </BesideEstimate>
    );
  const parts: Record<CampaignTab, ReactNode> = {
    overview: (
      <>
        <CampaignFigures campaign={campaign} range={range} />
        <Columns
          main={
            <>
              <CampaignChart campaign={campaign} range={range} />
              {settingsOf('overview')}
            </>
          }
          side={<CampaignToday campaign={campaign} />}
        />
      </>
    ),
    creatives: (
      <>
        {editing.editor}
        <CampaignCreatives campaign={campaign} range={range} onEdit={editing.open} editRef={editing.opener} />
      </>
    ),
    targeting: estimated('targeting'),
    limits: estimated('limits'),
    zones: estimated('zones'),
    troubleshoot: <TroubleshootTab campaign={campaign} />,
    history: <HistoryTab campaign={campaign} />,
  };
  return (
    <>
      <PageHeader
        back={{ href: LIST, label: t('campaign.back') }}
        title={<bdi>{campaign.name}</bdi>}
        status={
          <Status
            state={campaign.state}
            reason={
              ['rejected', 'stopped'].includes(campaign.state) ? undefined : reasonOf(campaign.state_reason)
            }
          />
        }
        lead={
          <>
            <span>
              {t('campaign.facts', {
                pricing: campaign.pricing,
                id: campaign.id,
                date: format.date(campaign.created_at),
              })}
            </span>
            <span>{t('campaign.range', { from: utc.date(range.from), to: utc.date(range.to) })}</span>
            <AppLink className="ez-link" href={metricsOf(campaign.id, range)}>
              {t('campaign.metrics')}
            </AppLink>
          </>
        }
        actions={<HeaderActions campaign={campaign} actions={actions} onTrouble={setTrouble} />}
      />
      <Notices>
        <ActionTroubleNotice trouble={actions.trouble} onDismiss={actions.dismiss} />
        {trouble ? <Notice tone="bad">{trouble}</Notice> : null}
        <StateNote campaign={campaign} />
      </Notices>
      <CampaignTabs now={tab} onChoose={go}>
        {parts[tab]}
      </CampaignTabs>
    </>
  );
}

/** `/advertiser/campaigns/:id` */
export function CampaignPage() {
  const { t } = useTranslation('advertiser');
  const { id = '' } = useParams();
  const { from, to } = useDateRange();
  const query = useAdvertiserCampaignQuery({ id, from, to }, LIVE_QUERY);
  // Other days of the same campaign may keep the old figures a moment; another campaign may not.
  const campaign = query.error || query.data?.id !== id ? query.currentData : query.data;
  usePageTitle(campaign?.name ?? t('page.campaign'));

  if (campaign) return <Loaded key={id} campaign={campaign} range={{ from, to }} />;
  if (toApiError(query.error)?.status === 404) return <Missing id={id} />;
  if (!query.error) return <PageSkeleton tiles={5} body="form" />;
  return (
    <>
      <PageHeader back={{ href: LIST, label: t('campaign.back') }} title={t('page.campaign')} />
      <LoadError
        title={t('campaign.errorTitle')}
        kept={t('campaign.errorKept')}
        error={query.error}
        retrying={query.isFetching}
        onRetry={query.refetch}
      />
    </>
  );
}
