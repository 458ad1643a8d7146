import type { ReviewDecision } from '@ezdash/contracts';
import type { ApiError } from '@ezdash/store';
import { Checkbox, Panel, Textarea } from '@ezdash/ui';
import { useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DecisionButtons } from './DecisionButtons';
import styles from './review.module.css';

type Reason = ReviewDecision['reasons'][number];
/** In the order of the contract; a reason added there fails to compile here until it has its place and its text. */
const REASONS = Object.keys({
  misleading: true,
  'landing-page': true,
  category: true,
  quality: true,
  rights: true,
} satisfies Record<Reason, true>) as Reason[];
const MESSAGE_LENGTH = 1_000;

/** The message, begun with the creatives that it is about: “Wide”, “Tall”: The text cannot be read. */
function withCreatives(message: string, names: readonly string[]): string {
  if (names.length === 0) return message;
  const quoted = names.map((name) => `“${name}”`).join(', ');
  return (message ? `${quoted}: ${message}` : quoted).slice(0, MESSAGE_LENGTH);
}

interface DecisionPanelProps {
  /** Of the campaign; those that are ticked are rejected by themselves. */
  creatives: readonly { id: string; name: string }[];
  /** HTML5 creatives that the reviewer has clicked; of other campaigns, too. */
  clicked: readonly string[];
  /** The decision on its way, if one is. */
  deciding: ReviewDecision['decision'] | null;
  /** Why the last decision on this campaign was refused. */
  error: ApiError | null;
  keysEnabled: boolean;
  onKeysEnabled: (enabled: boolean) => void;
  onDecide: (decision: ReviewDecision) => void;
  onSkip: () => void;
}

/** Approve, or reject with reasons. Give it a `key` per campaign: what is ticked belongs to one. */
export function DecisionPanel(props: DecisionPanelProps) {
  const { creatives, clicked, deciding, error, keysEnabled, onKeysEnabled, onDecide, onSkip } = props;
  const { t } = useTranslation('debug');
  const [reasons, setReasons] = useState<Reason[]>([]);
  const [faulty, setFaulty] = useState<string[]>([]);
  const [message, setMessage] = useState('');
  const [isReasonMissing, setReasonMissing] = useState(false);
  const fieldset = useRef<HTMLFieldSetElement>(null);
  const errorId = useId();
  // The legend says why there is a question; the error says what to do. The server's sentence is this one in English.
  const reasonError = isReasonMissing || error?.errors.reasons ? t('review.reasonMissing') : undefined;

  const tick = (reason: Reason, isOn: boolean) => {
    setReasons(isOn ? [...reasons, reason] : reasons.filter((other) => other !== reason));
    setReasonMissing(false);
  };
  const keys = useMemo(() => {
    const namesOf = (ids: string[]) => creatives.flatMap(({ id, name }) => (ids.includes(id) ? [name] : []));
    const decide = (decision: ReviewDecision['decision']) => {
      if (deciding !== null) return;
      const isMissing = (decision === 'reject' || faulty.length > 0) && reasons.length === 0;
      setReasonMissing(isMissing);
      if (isMissing) fieldset.current?.querySelector<HTMLElement>('input')?.focus();
      else {
        const rejected = faulty.map((id) => ({ id, reasons, message: message.trim() }));
        const seen = creatives.flatMap(({ id }) => (clicked.includes(id) ? [id] : []));
        const own = {
          ...(rejected.length > 0 ? { creatives: rejected } : {}),
          ...(seen.length > 0 ? { clicked: seen } : {}),
        };
        if (decision === 'reject')
          onDecide({ decision, reasons, message: withCreatives(message.trim(), namesOf(faulty)), ...own });
        else onDecide({ decision, reasons: [], message: rejected.length > 0 ? '' : message.trim(), ...own });
      }
    };
    return { a: () => decide('approve'), r: () => decide('reject'), s: onSkip };
  }, [creatives, clicked, deciding, reasons, faulty, message, onDecide, onSkip]);

  return (
    <Panel title={t('review.decision')} className={styles.decision}>
      <fieldset
        ref={fieldset}
        className={styles.reasons}
        aria-describedby={reasonError ? errorId : undefined}
      >
        <legend>{t('review.why')}</legend>
        {REASONS.map((reason) => (
          <Checkbox
            key={reason}
            label={t(`review.reason.${reason}`)}
            checked={reasons.includes(reason)}
            aria-invalid={reasonError ? true : undefined}
            onChange={(event) => tick(reason, event.currentTarget.checked)}
          />
        ))}
        {reasonError ? (
          <p id={errorId} className={styles.error} role="alert">
            {reasonError}
          </p>
        ) : null}
      </fieldset>
      {creatives.length > 1 ? (
        <fieldset className={styles.reasons}>
          <legend>{t('review.faulty')}</legend>
          <p className="ez-dim">{t('review.faultyHint')}</p>
          {creatives.map(({ id, name }) => (
            <Checkbox
              key={id}
              label={<bdi>{name}</bdi>}
              checked={faulty.includes(id)}
              onChange={(event) =>
                setFaulty(event.currentTarget.checked ? [...faulty, id] : faulty.filter((one) => one !== id))
              }
            />
          ))}
        </fieldset>
      ) : null}
      <Textarea
        label={t('review.message')}
        description={t('review.messageHint')}
        error={error?.errors.message?.[0]}
        rows={4}
        maxLength={MESSAGE_LENGTH}
        value={message}
        onChange={(event) => setMessage(event.currentTarget.value)}
      />
      {error?.errors.creatives ? (
        <p className={styles.error} role="alert">
          {error.errors.creatives[0]}
        </p>
      ) : null}
      <DecisionButtons
        deciding={deciding}
        keys={keys}
        keysEnabled={keysEnabled}
        onKeysEnabled={onKeysEnabled}
      />
    </Panel>
  );
}
