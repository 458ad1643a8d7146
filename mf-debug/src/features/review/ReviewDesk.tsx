import type { ReviewDecision } from '@ezdash/contracts';
import { sentence } from '@ezdash/contracts/constants';
import { type ApiError, toApiError } from '@ezdash/store';
import { Notice, Panel, useToast } from '@ezdash/ui';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CreativeStage } from './CreativeStage';
import { DecisionPanel } from './DecisionPanel';
import { QueueList } from './QueueList';
import type { Review } from './queue';
import { ReviewChecks } from './ReviewChecks';
import { ReviewFacts } from './ReviewFacts';
import { hasLeft, isChanged, useDebugDecideMutation } from './review.api';
import styles from './review.module.css';
import { useDesk } from './useDesk';
import { useKeysEnabled } from './useKeysEnabled';

/** What became of the last decision that was not taken as wished. */
interface Refusal {
  campaignId: string;
  name: string;
  /** Null: not sent, since the campaign has changed under the reviewer's eyes. */
  error: ApiError | null;
}

function RefusalNotice({ refusal }: { refusal: Refusal }) {
  const { t } = useTranslation('debug');
  const { name, error } = refusal;
  if (error === null || isChanged(error))
    return (
      <Notice tone="warn" title={t('review.changed', { name })}>
        {t('review.changedText')}
      </Notice>
    );
  // A field says it itself.
  if (error.status === 422 && Object.keys(error.errors).length > 0) return null;
  if (error.status === 409)
    return (
      <Notice tone="warn" title={t('review.conflict', { name })}>
        {sentence(error.message)} {t('review.conflictText')}
      </Notice>
    );
  return (
    <Notice tone="bad" title={t('review.failed', { name })}>
      {sentence(error.message) || t('review.failedText')}
      {error.requestId ? ` ${t('pageTab.request', { id: error.requestId })}` : ''}
    </Notice>
  );
}

/** Takes decisions on what lies on the desk and says what became of them. */
function useDecisions(reviews: readonly Review[]) {
  const { t } = useTranslation('debug');
  const toast = useToast();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [decide, { isLoading, originalArgs }] = useDebugDecideMutation();
  const { review, isChanged: hasChanged, lookAgain, lay, next } = useDesk(reviews);

  const choose = useCallback(
    (id: string | null) => {
      lay(id);
      setRefusal(null);
    },
    [lay],
  );
  const onSkip = useCallback(() => {
    const id = next();
    if (id) choose(id);
  }, [next, choose]);
  const onDecide = useCallback(
    async (decision: ReviewDecision) => {
      if (!review) return;
      const { id: campaignId, name } = review.campaign;
      lookAgain();
      if (hasChanged) return setRefusal({ campaignId, name, error: null });
      const after = next();
      setRefusal(null);
      try {
        await decide({ campaignId, submittedAt: review.submitted_at, decision }).unwrap();
        toast({ text: t(decision.decision === 'approve' ? 'review.approved' : 'review.rejected', { name }) });
        lay(after);
      } catch (thrown) {
        const error = toApiError(thrown);
        if (error) setRefusal({ campaignId, name, error });
        if (hasLeft(error)) lay(after);
      }
    },
    [review, hasChanged, lookAgain, next, lay, decide, toast, t],
  );
  const deciding = isLoading ? (originalArgs?.decision.decision ?? null) : null;
  return { review, hasChanged, refusal, deciding, choose, onSkip, onDecide };
}

/** Queue, creative and decision side by side. `reviews` is not empty. */
export function ReviewDesk({ reviews, nowMs }: { reviews: readonly Review[]; nowMs: number }) {
  const { review, hasChanged, refusal, deciding, choose, onSkip, onDecide } = useDecisions(reviews);
  const { t } = useTranslation('debug');
  const [keysEnabled, setKeysEnabled] = useKeysEnabled();
  const [clicked, setClicked] = useState<readonly string[]>([]);
  const onClicked = useCallback(
    (creativeId: string) => setClicked((ids) => (ids.includes(creativeId) ? ids : [...ids, creativeId])),
    [],
  );
  if (!review) return null;
  const { id, name } = review.campaign;
  const told = refusal ?? (hasChanged ? { campaignId: id, name, error: null } : null);
  return (
    <>
      {told ? (
        <div className={styles.notice}>
          <RefusalNotice refusal={told} />
        </div>
      ) : null}
      <div className={styles.desk}>
        <Panel flush className={styles.queuePanel} label={t('review.queue')}>
          <QueueList reviews={reviews} chosenId={id} nowMs={nowMs} onChoose={choose} />
        </Panel>
        <Panel flush className={styles.main} label={name}>
          <CreativeStage
            key={id}
            creatives={review.campaign.creatives}
            clicked={clicked}
            onClicked={onClicked}
          />
          <ReviewFacts review={review} nowMs={nowMs} />
          <ReviewChecks review={review} waiting={reviews} clicked={clicked} />
        </Panel>
        <DecisionPanel
          key={id}
          creatives={review.campaign.creatives}
          clicked={clicked}
          deciding={deciding}
          error={refusal?.campaignId === id ? refusal.error : null}
          keysEnabled={keysEnabled}
          onKeysEnabled={setKeysEnabled}
          onDecide={onDecide}
          onSkip={onSkip}
        />
      </div>
    </>
  );
}
