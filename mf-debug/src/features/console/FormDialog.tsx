import { BusyButton, Button, Dialog } from '@ezdash/ui';
import { type FormEvent, type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './console.module.css';

const WIDTH = 540;

interface FormDialogProps {
  title: string;
  /** Repeats the title's verb. */
  verb: string;
  /** Takes something away. */
  danger?: boolean;
  /** The form of `useForm`. */
  form: {
    props: {
      ref: (form: HTMLFormElement | null) => void;
      noValidate: true;
      onSubmit: (event?: FormEvent) => void;
    };
    pending: boolean;
  };
  children: ReactNode;
  onClose: () => void;
}

/** A question with fields, sent by its verb. */
export function FormDialog({ title, verb, danger, form, children, onClose }: FormDialogProps) {
  const { t } = useTranslation('ui');
  const id = useId();
  return (
    <Dialog
      opened
      onClose={onClose}
      width={WIDTH}
      // What it makes may be shown this once: it would be made, and nobody would have seen it.
      stays={form.pending}
      title={title}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <BusyButton
            type="submit"
            form={id}
            busy={form.pending}
            color={danger ? 'red' : undefined}
            onClick={(event) => {
              // The second press of a double click falls on what the first one brought: it must not change anything.
              if (event.detail > 1) event.preventDefault();
            }}
          >
            {verb}
          </BusyButton>
        </>
      }
    >
      <form {...form.props} id={id} className={styles.form}>
        {children}
      </form>
    </Dialog>
  );
}
