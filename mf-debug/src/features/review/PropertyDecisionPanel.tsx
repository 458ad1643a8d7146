import type { PropertyDecision } from '@ezdash/contracts';
import type { ApiError } from '@ezdash/store';
import { Panel, Textarea } from '@ezdash/ui';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DecisionButtons } from './DecisionButtons';
import styles from './review.module.css';

const MESSAGE_LENGTH = 1_000;

interface PropertyDecisionPanelProps {
  /** The decision on its way, if one is. */
  deciding: PropertyDecision['decision'] | null;
  error: ApiError | null;
  keysEnabled: boolean;
  onKeysEnabled: (enabled: boolean) => void;
  onDecide: (decision: PropertyDecision) => void;
  onSkip: () => void;
}

/** Approve, or reject with a reason in words. Give it a `key` per property: what is written belongs to one. */
export function PropertyDecisionPanel(props: PropertyDecisionPanelProps) {
  const { deciding, error, keysEnabled, onKeysEnabled, onDecide, onSkip } = props;
  const { t } = useTranslation('debug');
  const [message, setMessage] = useState('');
  const [isMissing, setMissing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const keys = useMemo(() => {
    const decide = (decision: PropertyDecision['decision']) => {
      if (deciding !== null) return;
      const lacksReason = decision === 'reject' && message.trim() === '';
      setMissing(lacksReason);
      if (lacksReason) field.current?.focus();
      else onDecide({ decision, message: message.trim() });
    };
    return { a: () => decide('approve'), r: () => decide('reject'), s: onSkip };
  }, [deciding, message, onDecide, onSkip]);
  return (
    <Panel title={t('review.decision')} className={styles.decision}>
      <Textarea
        ref={field}
        label={t('review.property.message')}
        description={t('review.property.messageHint')}
        error={error?.errors.message?.[0] ?? (isMissing ? t('review.property.messageMissing') : undefined)}
        rows={5}
        maxLength={MESSAGE_LENGTH}
        value={message}
        onChange={(event) => {
          setMessage(event.currentTarget.value);
          setMissing(false);
        }}
      />
      <DecisionButtons
        deciding={deciding}
        keys={keys}
        keysEnabled={keysEnabled}
        onKeysEnabled={onKeysEnabled}
      />
    </Panel>
  );
}
