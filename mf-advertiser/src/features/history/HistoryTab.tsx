import type { Campaign, CampaignChange } from '@ezdash/contracts';
import { type ApiError, toApiError } from '@ezdash/store';
import { BlockSkeleton, Button, confirm, EmptyState, Notice, Panel, toast } from '@ezdash/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadError } from '../../components/LoadError';
import { useErrorText } from '../../components/useErrorText';
import { ChangeItem } from './ChangeItem';
import { consequenceOf } from './consequenceOf';
import { useAdvertiserCampaignHistoryInfiniteQuery, useAdvertiserUndoChangeMutation } from './history.api';
import classes from './history.module.css';
import { useChangeTexts } from './useChangeTexts';

interface ChangesProps {
  campaign: Campaign;
  undoing: string | null;
  onUndo: (change: CampaignChange) => void;
}

/** The changes, fifty at a time, and the way to those before them. */
function Changes({ campaign, undoing, onUndo }: ChangesProps) {
  const { t } = useTranslation('advertiser');
  const texts = useChangeTexts();
  const query = useAdvertiserCampaignHistoryInfiniteQuery(campaign.id);
  const changes = query.currentData?.pages.flatMap((page) => page.changes);
  const failed = (onRetry: () => void) => (
    <LoadError
      title={t('campaignHistory.errorTitle')}
      kept={t('campaign.errorKept')}
      error={query.error}
      retrying={query.isFetching}
      onRetry={onRetry}
    />
  );
  if (query.error && !changes) return failed(() => void query.refetch());
  if (!changes) return <BlockSkeleton />;
  if (changes.length === 0)
    return <EmptyState title={t('campaignHistory.emptyTitle')}>{t('campaignHistory.emptyText')}</EmptyState>;
  const older = () => void query.fetchNextPage();
  return (
    <>
      <ol className={classes.changes} aria-label={t('campaignHistory.label')}>
        {changes.map((change) => (
          <ChangeItem
            key={change.id}
            change={change}
            texts={texts}
            busy={undoing !== null}
            undoing={undoing === change.id}
            onUndo={() => onUndo(change)}
          />
        ))}
      </ol>
      {query.isFetchNextPageError ? (
        failed(older)
      ) : query.hasNextPage ? (
        <div className={classes.older}>
          <Button variant="default" loading={query.isFetchingNextPage} onClick={older}>
            {t('campaignHistory.older')}
          </Button>
        </div>
      ) : null}
    </>
  );
}

/** Every change of a campaign, newest first, with the way back. */
export function HistoryTab({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation('advertiser');
  const errorText = useErrorText();
  const texts = useChangeTexts();
  const [undo] = useAdvertiserUndoChangeMutation();
  const [undoing, setUndoing] = useState<string | null>(null);
  const [failure, setFailure] = useState<{ error: ApiError; fields: string[] } | null>(null);

  async function takeBack(change: CampaignChange) {
    const consequence = consequenceOf(change, campaign.state);
    const sure =
      consequence === null ||
      (await confirm({
        title: t(`campaignHistory.sure.${consequence}Title`),
        text: t(`campaignHistory.sure.${consequence}Text`, { name: campaign.name }),
        verb: t('campaignHistory.undo'),
      }));
    if (!sure) return;
    setUndoing(change.id);
    setFailure(null);
    const answer = await undo({ id: campaign.id, change: change.id });
    setUndoing(null);
    const error = toApiError(answer.error);
    if (error) return setFailure({ error, fields: change.fields.map(({ field }) => texts.nameOf(field)) });
    toast({ text: t('campaignHistory.undone') });
  }

  return (
    <Panel title={t('campaignHistory.title')} hint={t('campaignHistory.hint')} flush>
      {failure ? (
        <div className={classes.notice}>
          <Notice tone="bad" title={t('campaignHistory.failed', { what: failure.fields.join(', ') })}>
            {errorText(failure.error)}
          </Notice>
        </div>
      ) : null}
      <Changes campaign={campaign} undoing={undoing} onUndo={takeBack} />
    </Panel>
  );
}
