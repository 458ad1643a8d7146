import type { Campaign, CampaignChange } from '@ezdash/contracts';
import { type ApiError, toApiError } from '@ezdash/store';
import { BlockSkeleton, Button, EmptyState, Notice, Panel, toast } from '@ezdash/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadError } from '../../components/LoadError';
import { useErrorText } from '../../components/useErrorText';
import { ChangeItem } from './ChangeItem';
import { useAdvertiserCampaignHistoryQuery, useAdvertiserUndoChangeMutation } from './history.api';
import classes from './history.module.css';
import { useChangeTexts } from './useChangeTexts';

interface PageProps {
  campaign: Campaign;
  cursor: string | undefined;
  undoing: string | null;
  onUndo: (change: CampaignChange) => void;
  /** Asks for older changes; undefined when they are on the page already. */
  onOlder?: (cursor: string) => void;
}

/** Up to fifty changes, and the way to those before them. */
function HistoryPage({ campaign, cursor, undoing, onUndo, onOlder }: PageProps) {
  const { t } = useTranslation('advertiser');
  const texts = useChangeTexts();
  const query = useAdvertiserCampaignHistoryQuery({ id: campaign.id, cursor });
  if (query.error && !query.data)
    return (
      <LoadError
        title={t('campaignHistory.errorTitle')}
        kept={t('campaign.errorKept')}
        error={query.error}
        retrying={query.isFetching}
        onRetry={query.refetch}
      />
    );
  if (!query.data) return <BlockSkeleton />;
  const { changes, next_cursor: next } = query.data;
  if (changes.length === 0 && cursor === undefined)
    return <EmptyState title={t('campaignHistory.emptyTitle')}>{t('campaignHistory.emptyText')}</EmptyState>;
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
      {next && onOlder ? (
        <div className={classes.older}>
          <Button variant="default" onClick={() => onOlder(next)}>
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
  const [cursors, setCursors] = useState<(string | undefined)[]>([undefined]);
  const [undo] = useAdvertiserUndoChangeMutation();
  const [undoing, setUndoing] = useState<string | null>(null);
  const [failure, setFailure] = useState<{ error: ApiError; fields: string[] } | null>(null);

  async function takeBack(change: CampaignChange) {
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
      {cursors.map((cursor, index) => (
        <HistoryPage
          key={cursor ?? 'newest'}
          campaign={campaign}
          cursor={cursor}
          undoing={undoing}
          onUndo={takeBack}
          onOlder={index === cursors.length - 1 ? (next) => setCursors((now) => [...now, next]) : undefined}
        />
      ))}
    </Panel>
  );
}
