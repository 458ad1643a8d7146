import { Button, Checkbox, Kbd } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import styles from './review.module.css';
import { useDecisionKeys } from './useDecisionKeys';

interface DecisionButtonsProps {
  /** The decision on its way, if one is. */
  deciding: 'approve' | 'reject' | null;
  /** What each key does, and the button of its name. */
  keys: { a: () => void; r: () => void; s: () => void };
  keysEnabled: boolean;
  onKeysEnabled: (enabled: boolean) => void;
}

/** Reject, approve, skip: by press and, when the reviewer wants it, by key. */
export function DecisionButtons({ deciding, keys, keysEnabled, onKeysEnabled }: DecisionButtonsProps) {
  const { t } = useTranslation('debug');
  useDecisionKeys(keys, keysEnabled);
  const keycap = (letter: string) => (keysEnabled ? <Kbd size="xs">{letter}</Kbd> : null);
  const shortcut = (letter: string) => (keysEnabled ? letter : undefined);
  return (
    <>
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
    </>
  );
}
