import { type ApiError, toApiError } from '@ezdash/store';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDebugActivateMutation } from './debugTool.api';

/** What is wrong with what was typed, in words; `code` where the way out depends on it. */
export interface LoginProblem {
  text: string;
  code: ApiError['code'] | null;
}

export interface Login {
  email: string;
  setEmail: (email: string) => void;
  password: string;
  setPassword: (password: string) => void;
  code: string;
  setCode: (code: string) => void;
  /** The password was right, and the authenticator's code is wanted too. */
  isCodeAsked: boolean;
  problem: LoginProblem | null;
  isLoading: boolean;
  isIncomplete: boolean;
  submit: () => Promise<void>;
}

/** What is typed into the sign-in, and what came of sending it. `fixedEmail`: whose sign-in it can only be. */
export function useLogin(onSignedIn: () => void, fixedEmail = ''): Login {
  const { t } = useTranslation('debug');
  const [email, setEmail] = useState(fixedEmail);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [isCodeAsked, setCodeAsked] = useState(false);
  const [problem, setProblem] = useState<LoginProblem | null>(null);
  const [activate, { isLoading }] = useDebugActivateMutation();
  const isIncomplete = email.trim() === '' || password === '' || (isCodeAsked && code.trim() === '');

  const submit = async () => {
    if (isLoading) return;
    if (isIncomplete) return setProblem({ text: t('login.missing'), code: null });
    setProblem(null);
    try {
      const session = await activate({
        admin_email: email.trim(),
        admin_password: password,
        ...(isCodeAsked && { code: code.trim() }),
      }).unwrap();
      // An empty answer counts as {}: no token, no session.
      if (session.session_token) onSignedIn();
      else setProblem({ text: t('login.failed'), code: null });
    } catch (thrown) {
      const error = toApiError(thrown);
      if (error?.code === 'CODE_NEEDED') setCodeAsked(true);
      setProblem({ text: error?.message || t('login.failed'), code: error?.code ?? null });
    }
  };
  return {
    email,
    setEmail,
    password,
    setPassword,
    code,
    setCode,
    isCodeAsked,
    problem,
    isLoading,
    isIncomplete,
    submit,
  };
}
