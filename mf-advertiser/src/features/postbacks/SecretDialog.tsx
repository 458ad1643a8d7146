import { Button, CodeBlock, Dialog, Notice } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import classes from './postbacks.module.css';

interface SecretDialogProps {
  title: string;
  /** What it is good for, and what happens to the one before. */
  text: string;
  /** What is shown this once, by what it is. */
  codes: readonly { label: string; code: string; language: string }[];
  /** False where nothing of it is secret: it may be seen again. */
  isSecret?: boolean;
  onClose: () => void;
}

/** A key or a secret, shown once: its button alone closes it. */
export function SecretDialog({ title, text, codes, isSecret = true, onClose }: SecretDialogProps) {
  const { t } = useTranslation('advertiser');
  return (
    <Dialog
      opened
      stays
      width={620}
      onClose={onClose}
      title={title}
      actions={<Button onClick={onClose}>{t('postbacks.secret.done')}</Button>}
    >
      <div className={classes.form}>
        {isSecret ? <Notice tone="warn">{t('postbacks.secret.once')}</Notice> : null}
        <p className={classes.quiet}>{text}</p>
        {codes.map(({ label, code, language }) => (
          <CodeBlock key={label} label={label} code={code} language={language} />
        ))}
      </div>
    </Dialog>
  );
}
