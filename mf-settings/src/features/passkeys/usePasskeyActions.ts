import type { Passkey } from '@ezdash/contracts';
import { failureOf, toApiError, useWithProof } from '@ezdash/store';
import { confirm, toast } from '@ezdash/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RowFocus } from '../../components/useRowFocus';
import { deviceName } from './deviceName';
import {
  useSettingsAddPasskeyMutation,
  useSettingsPasskeyOptionsMutation,
  useSettingsRemovePasskeyMutation,
} from './passkeys.api';
import { makePasskey } from './webAuthn';

type Action = 'add' | 'remove';
/** Of an action, or why the browser made none. */
interface Problem {
  action: Action;
  error?: unknown;
  browser?: 'known' | 'refused';
}

/** Adding and removing; `pending` is `add` or the id of what is being removed. */
export function usePasskeyActions(focus: RowFocus) {
  const { t } = useTranslation('settings');
  const { run } = useWithProof();
  const [askOptions] = useSettingsPasskeyOptionsMutation();
  const [addPasskey] = useSettingsAddPasskeyMutation();
  const [removePasskey] = useSettingsRemovePasskeyMutation();
  const [pending, setPending] = useState<string | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);

  const act = async (what: string, action: Action, call: () => Promise<void>) => {
    setPending(what);
    setProblem(null);
    try {
      await call();
    } catch (error) {
      focus.stay();
      setProblem({ action, error });
    } finally {
      setPending(null);
    }
  };
  const add = () =>
    act('add', 'add', async () => {
      const { options } = await run(() => askOptions().unwrap());
      const asked = await makePasskey(options);
      if (asked.kind === 'cancelled') return;
      if (asked.kind !== 'done') return setProblem({ action: 'add', browser: asked.kind });
      const name = deviceName(navigator.userAgent) || t('passkeys.unnamed');
      await addPasskey({ name, response: asked.response }).unwrap();
      toast({ text: t('passkeys.added', { name }) });
    });
  const remove = async ({ id, name }: Passkey, index: number) => {
    const sure = await confirm({
      title: t('passkeys.ask', { name }),
      text: t('passkeys.askText'),
      verb: t('passkeys.remove'),
      danger: true,
    });
    if (!sure) return;
    await act(id, 'remove', async () => {
      focus.leave(index);
      // Gone already, from elsewhere: that is what was wanted.
      await run(() => removePasskey(id).unwrap()).catch((error: unknown) => {
        if (toApiError(error)?.status !== 404) throw error;
      });
      toast({ text: t('passkeys.removed', { name }) });
    });
  };
  const failure = failureOf(problem?.error);
  return {
    pending,
    problem: problem && (failure || problem.browser) ? { ...problem, failure } : null,
    add,
    remove,
  };
}
