import type { PropertyDecision } from '@ezdash/contracts';
import type { ApiError } from '@ezdash/store';
import { Button, Checkbox, Kbd, Panel, Textarea } from '@ezdash/ui';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './review.module.css';
import { useDecisionKeys } from './useDecisionKeys';

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
  useDecisionKeys(keys, keysEnabled);
  const keycap = (letter: string) => (keysEnabled ? <Kbd size="xs">{letter}</Kbd> : null);
  const shortcut = (letter: string) => (keysEnabled ? letter : undefined);
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
      <div className={styles.decide}>
        <Button
          variant="default"
          className={styles.reject}
          loading={deciding === 'reject'}
          aria-keyshortcuts={shortcut('R')}
          rightSection={keycap('R')}
          onClick={keys.r}
        >
          {t('review.reject')}
        </Button>
        <Button
          loading={deciding === 'approve'}
          aria-keyshortcuts={shortcut('A')}
          rightSection={keycap('A')}
          onClick={keys.a}
        >
          {t('review.approve')}
        </Button>
        <Button
          variant="default"
          aria-keyshortcuts={shortcut('S')}
          rightSection={keycap('S')}
          onClick={keys.s}
        >
          {t('review.skip')}
        </Button>
      </div>
      <Checkbox
        size="xs"
        className={styles.keys}
        label={t('review.keys')}
        checked={keysEnabled}
        onChange={(event) => onKeysEnabled(event.currentTarget.checked)}
      />
    </Panel>
  );
}
