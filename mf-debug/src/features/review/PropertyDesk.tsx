import type { OperatorProperty, PropertyDecision } from '@ezdash/contracts';
import { sentence } from '@ezdash/contracts/constants';
import { type ApiError, toApiError } from '@ezdash/store';
import { Notice, Panel, toast } from '@ezdash/ui';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PropertyDecisionPanel } from './PropertyDecisionPanel';
import { PropertyChecks, PropertyFacts } from './PropertyFacts';
import { PropertyList } from './PropertyList';
import { useDebugDecidePropertyMutation } from './properties.api';
import { hasLeft } from './review.api';
import styles from './review.module.css';
import { useKeysEnabled } from './useKeysEnabled';

interface Refusal {
  id: string;
  name: string;
  error: ApiError;
}

function RefusalNotice({ refusal: { name, error } }: { refusal: Refusal }) {
  const { t } = useTranslation('debug');
  if (error.errors.message) return null;
  if (hasLeft(error))
    return (
      <Notice tone="warn" title={t('review.conflict', { name })}>
        {t('review.conflictText')}
      </Notice>
    );
  return (
    <Notice tone="bad" title={t('review.failed', { name })}>
      {sentence(error.message) || t('review.failedText')}
      {error.requestId ? ` ${t('pageTab.request', { id: error.requestId })}` : ''}
    </Notice>
  );
}

/** Who comes after: the next that waits, from the last one the first; null when there is no other. */
function nextId(properties: readonly OperatorProperty[], id: string): string | null {
  const at = properties.findIndex((property) => property.id === id);
  const next = properties[(at + 1) % properties.length]?.id ?? null;
  return next === id ? null : next;
}

/** Takes decisions on the site that lies on the desk. Once laid there it stays, also when it has left the queue. */
function useDecisions(properties: readonly OperatorProperty[]) {
  const { t } = useTranslation('debug');
  const [chosen, setChosen] = useState<OperatorProperty | null>(properties[0] ?? null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [decide, { isLoading, originalArgs }] = useDebugDecidePropertyMutation();
  const known = properties.find(({ id }) => id === chosen?.id);
  const property = known ?? chosen ?? properties[0] ?? null;
  const lay = useCallback(
    (id: string | null) => {
      setChosen(properties.find((one) => one.id === id) ?? null);
      setRefusal(null);
    },
    [properties],
  );
  const onSkip = useCallback(() => {
    const next = property && nextId(properties, property.id);
    if (next) lay(next);
  }, [property, properties, lay]);
  const onDecide = useCallback(
    async (decision: PropertyDecision) => {
      if (!property) return;
      const { id, name } = property;
      const after = nextId(properties, id);
      setRefusal(null);
      try {
        await decide({ id, decision }).unwrap();
        toast({ text: t(decision.decision === 'approve' ? 'review.approved' : 'review.rejected', { name }) });
        lay(after);
      } catch (thrown) {
        const error = toApiError(thrown);
        if (error && hasLeft(error)) lay(after);
        if (error) setRefusal({ id, name, error });
      }
    },
    [property, properties, decide, lay, t],
  );
  const deciding = isLoading ? (originalArgs?.decision.decision ?? null) : null;
  return { property, refusal, deciding, lay, onSkip, onDecide };
}

/** Sites that wait, what is known of one, and the decision, side by side. `properties` is not empty. */
export function PropertyDesk({
  properties,
  nowMs,
}: {
  properties: readonly OperatorProperty[];
  nowMs: number;
}) {
  const { t } = useTranslation('debug');
  const { property, refusal, deciding, lay, onSkip, onDecide } = useDecisions(properties);
  const [keysEnabled, setKeysEnabled] = useKeysEnabled();
  if (!property) return null;
  return (
    <>
      {refusal ? (
        <div className={styles.notice}>
          <RefusalNotice refusal={refusal} />
        </div>
      ) : null}
      <div className={styles.desk}>
        <Panel flush className={styles.queuePanel} label={t('review.property.queue')}>
          <PropertyList properties={properties} chosenId={property.id} nowMs={nowMs} onChoose={lay} />
        </Panel>
        <Panel flush className={styles.main} label={property.name}>
          <PropertyFacts property={property} nowMs={nowMs} />
          <PropertyChecks property={property} />
        </Panel>
        <PropertyDecisionPanel
          key={property.id}
          deciding={deciding}
          error={refusal?.id === property.id ? refusal.error : null}
          keysEnabled={keysEnabled}
          onKeysEnabled={setKeysEnabled}
          onDecide={onDecide}
          onSkip={onSkip}
        />
      </div>
    </>
  );
}
