import { BusyButton, Button, Dialog, Textarea, TextInput, useForm } from '@ezdash/ui';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import styles from '../money.module.css';
import { useWhyProblem, WHY_LENGTH } from '../useWhyProblem';

const REFERENCE_LENGTH = 120;

interface TextDialogProps {
  title: string;
  /** The consequence. */
  text: string;
  label: string;
  hint?: string;
  verb: string;
  /** One line instead of a reason: the bank's reference. */
  isReference?: boolean;
  /** Why nothing was done: the words stay, so that they can be sent again. */
  failure: ReactNode;
  onClose: () => void;
  onGiven: (text: string) => Promise<unknown>;
}

/** A decision that needs a few words: why it is refused, what the bank calls it. */
export function TextDialog(props: TextDialogProps) {
  const { title, text, label, hint, verb, isReference, failure, onClose, onGiven } = props;
  const { t } = useTranslation(['debug', 'ui']);
  const id = useId();
  const whyProblem = useWhyProblem();
  const form = useForm({
    initial: { text: '' },
    check: (values) => ({
      text: isReference
        ? values.text.trim()
          ? undefined
          : t('money.match.bankReferenceMissing')
        : whyProblem(values.text),
    }),
    onSubmit: (values) => onGiven(values.text.trim()),
  });
  const field = { ...form.field('text'), label, description: hint, 'data-autofocus': true };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {t('ui:cancel')}
          </Button>
          <BusyButton type="submit" form={id} busy={form.pending}>
            {verb}
          </BusyButton>
        </>
      }
    >
      <form {...form.props} id={id} className={styles.form}>
        <p>{text}</p>
        {isReference ? (
          <TextInput
            {...field}
            maxLength={REFERENCE_LENGTH}
            autoComplete="off"
            spellCheck={false}
            dir="ltr"
          />
        ) : (
          <Textarea {...field} rows={3} maxLength={WHY_LENGTH} />
        )}
        {failure}
      </form>
    </Dialog>
  );
}
