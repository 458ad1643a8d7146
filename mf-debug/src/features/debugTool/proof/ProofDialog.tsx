import { toApiError } from '@ezdash/store';
import { BusyButton, PasswordInput } from '@ezdash/ui';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeField } from '../CodeField';
import { useDebugProveMutation } from '../debugTool.api';
import { textOf } from '../followCall';
import styles from '../login.module.css';
import { ToolDialog } from '../ToolDialog';

interface ProofDialogProps {
  onProven: () => void;
  /** Nothing is done. */
  onClose: () => void;
}

/** Asks the admin for the password, and for the authenticator's code where there is one. */
export function ProofDialog({ onProven, onClose }: ProofDialogProps) {
  const { t } = useTranslation('debug');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [isCodeAsked, setCodeAsked] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [prove, { isLoading }] = useDebugProveMutation();
  const problemId = useId();
  const describedBy = problem ? problemId : undefined;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isLoading) return;
    if (password === '' || (isCodeAsked && code.trim() === '')) return setProblem(t('login.missing'));
    setProblem(null);
    try {
      await prove({ password, ...(isCodeAsked && { code: code.trim() }) }).unwrap();
      onProven();
    } catch (thrown) {
      if (toApiError(thrown)?.code === 'CODE_NEEDED') setCodeAsked(true);
      setProblem(textOf('prove', thrown));
    }
  };
  return (
    <ToolDialog title={t('proof.title')} closeLabel={t('login.close')} onClose={onClose}>
      <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        <p className={styles.lead}>{t('proof.lead')}</p>
        <PasswordInput
          data-autofocus
          label={t('login.password')}
          name="password"
          autoComplete="current-password"
          value={password}
          aria-describedby={describedBy}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        {isCodeAsked ? <CodeField value={code} onChange={setCode} describedBy={describedBy} /> : null}
        {problem ? (
          <p id={problemId} className={styles.problem} role="alert">
            {problem}
          </p>
        ) : null}
        <BusyButton type="submit" fullWidth busy={isLoading}>
          {t('proof.button')}
        </BusyButton>
      </form>
    </ToolDialog>
  );
}
