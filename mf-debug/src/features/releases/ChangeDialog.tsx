import { type FieldProps, type Form, Notice, Textarea } from '@ezdash/ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../console/FormDialog';
import { MoneyFailure } from '../money/MoneyFailure';
import styles from './releases.module.css';
import { VerdictChecks } from './VerdictChecks';
import { refusalOf } from './verdict';

const WHY_LENGTH = 500;

/** Of the form, whatever its values are. */
type Sent = Pick<Form<{ why: string }>, 'props' | 'pending' | 'failure' | 'otherErrors'>;

interface ChangeDialogProps {
  title: string;
  /** Repeats the verb. */
  verb: string;
  /** Takes something from visitors that they had. */
  danger?: boolean;
  /** What visitors will get, in words; the first sentence is the one that counts. */
  says: readonly string[];
  /** Said when it was not done: "1.4.0 was not activated". */
  notDone: string;
  /** It goes through the gate. */
  gate?: boolean;
  form: Sent;
  /** The question why. */
  why: FieldProps<string>;
  /** Fields of this change, above it. */
  children?: ReactNode;
  onClose: () => void;
}

/** Why it was not done: each check that failed, where the gate refused it. */
export function Refusal({ title, form }: { title: string; form: Pick<Sent, 'failure' | 'otherErrors'> }) {
  const { t } = useTranslation('debug');
  const verdict = refusalOf(form.failure);
  if (!verdict) return <MoneyFailure title={title} failure={form.failure} otherErrors={form.otherErrors} />;
  return (
    <div className={styles.refusal}>
      <Notice tone="bad" title={title}>
        {t('releases.gateRefused')}
      </Notice>
      <VerdictChecks verdict={verdict} />
    </div>
  );
}

/** A change of what visitors get: says in words what they will get, asks why, and shows what stood in its way. */
export function ChangeDialog(props: ChangeDialogProps) {
  const { title, verb, danger, says, notDone, gate, form, why, children, onClose } = props;
  const { t } = useTranslation('debug');
  const isTried = form.pending && gate;
  return (
    <FormDialog
      title={title}
      verb={isTried ? t('releases.gateWorks') : verb}
      danger={danger}
      form={form}
      onClose={onClose}
    >
      {children}
      <div className={styles.says} aria-live="polite">
        {says.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      <Textarea
        {...why}
        data-autofocus={children ? undefined : true}
        label={t('releases.why')}
        description={t('releases.whyHint')}
        rows={2}
        maxLength={WHY_LENGTH}
      />
      <div className={styles.working} role="status">
        {isTried ? t('releases.gateWorksText') : null}
      </div>
      <Refusal title={notDone} form={form} />
    </FormDialog>
  );
}
