import type { Campaign } from '@ezdash/contracts';
import { AppLink, Notice } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { isReasonCode, useStateReason } from '../campaigns/useStateReason';
import { useWritten } from '../troubleshoot/useCauseWords';
import classes from './settings.module.css';

const NOTES = {
  draft: ['info', 'campaign.draftNote'],
  inReview: ['info', 'campaign.reviewNote'],
  unfunded: ['warn', 'campaign.unfundedNote'],
  archived: ['info', 'campaign.archivedNote'],
  budgetReached: ['warn', 'campaign.reachedNote'],
  /** At a lowered bid. */
  running: ['info', 'campaign.bidLowered'],
} as const;
const OF_SHORTAGE: readonly string[] = ['running', 'budgetReached'];

/**
 * Why a reviewer refused it. The reviewer's own words replace the codes at the campaign, but every image keeps them:
 * the codes stand in the reader's language, the words beside them as they were written.
 */
function Rejected({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation('advertiser');
  const reasonOf = useStateReason();
  const { state_reason: reason, creatives } = campaign;
  const codes = [reason, ...creatives.map((creative) => creative.state_reason)].find(isReasonCode);
  const words = reason && !isReasonCode(reason) ? reason : null;
  const title = codes ? reasonOf(codes) : (words ?? t('campaign.noReason'));
  return (
    <Notice tone="bad" title={<bdi>{title}</bdi>}>
      {codes && words ? (
        <span className={classes.words}>
          {t('campaign.reviewerWrites')} <q dir="auto">{words}</q>
        </span>
      ) : null}
      <span className={classes.words}>
        {t(codes || words ? 'campaign.rejectedNote' : 'campaign.noReasonNote')}
      </span>
    </Notice>
  );
}

/** Why the network stopped it, in the operator's words, and how it is answered. */
function Stopped({ campaign: { id, state_reason } }: { campaign: Campaign }) {
  const { t } = useTranslation('advertiser');
  return (
    <Notice
      tone="bad"
      title={t('campaign.stoppedTitle')}
      action={<AppLink href={`/help?new=1&stopped=${id}`}>{t('campaign.askSupport')}</AppLink>}
    >
      <q className={classes.words} dir="auto">
        {state_reason}
      </q>
      <span className={classes.words}>{t('campaign.stoppedNote')}</span>
    </Notice>
  );
}

/** What the state means for the person, where it is not plain from its word. */
export function StateNote({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation('advertiser');
  const written = useWritten();
  const { shortage, bid_micros: whole_micros } = campaign;
  if (campaign.state === 'rejected') return <Rejected campaign={campaign} />;
  if (campaign.state === 'stopped') return <Stopped campaign={campaign} />;
  if (!(campaign.state in NOTES) || (OF_SHORTAGE.includes(campaign.state) && !shortage)) return null;
  const [tone, key] = NOTES[campaign.state as keyof typeof NOTES];
  const isUnfunded = campaign.state === 'unfunded';
  return (
    <Notice
      tone={tone}
      action={isUnfunded ? <AppLink href="/advertiser/funds">{t('campaign.addFunds')}</AppLink> : undefined}
    >
      {t(key, written({ whole_micros, ...shortage }))}
    </Notice>
  );
}
