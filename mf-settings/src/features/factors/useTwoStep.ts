import type { TotpSetup } from '@ezdash/contracts';
import { failureOf, useWithProof } from '@ezdash/store';
import { confirm, toast } from '@ezdash/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  useSettingsBeginTotpMutation,
  useSettingsEndTotpMutation,
  useSettingsRenewRecoveryCodesMutation,
} from './factors.api';

type Action = 'begin' | 'renew' | 'end';

/** What is under way in the panel, and its calls; each asks for a proof when it must. */
export function useTwoStep() {
  const { t } = useTranslation('settings');
  const { run } = useWithProof();
  const [begin] = useSettingsBeginTotpMutation();
  const [renew] = useSettingsRenewRecoveryCodesMutation();
  const [end] = useSettingsEndTotpMutation();
  const [setup, setSetup] = useState<TotpSetup | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [pending, setPending] = useState<Action | null>(null);
  const [failed, setFailed] = useState<{ action: Action; error: unknown } | null>(null);

  const act = async (action: Action, call: () => Promise<void>) => {
    setPending(action);
    setFailed(null);
    try {
      await call();
    } catch (error) {
      setFailed({ action, error });
    } finally {
      setPending(null);
    }
  };
  const failure = failureOf(failed?.error);
  return {
    setup,
    codes,
    pending,
    failure: failed && failure ? { action: failed.action, failure } : null,
    begin: () => act('begin', async () => setSetup(await run(() => begin().unwrap()))),
    leaveSetup: () => setSetup(null),
    showCodes: (shown: readonly string[]) => {
      setSetup(null);
      setCodes(shown);
    },
    keptCodes: () => setCodes(null),
    renew: async () => {
      const text = t('totp.askRenewText');
      if (!(await confirm({ title: t('totp.askRenew'), text, verb: t('totp.renew') }))) return;
      await act('renew', async () => setCodes((await run(() => renew().unwrap())).recovery_codes));
    },
    /** `onEnded`: before the panel changes. */
    end: async (onEnded: () => void) => {
      const question = { title: t('totp.askEnd'), text: t('totp.askEndText'), verb: t('totp.end') };
      if (!(await confirm({ ...question, danger: true }))) return;
      await act('end', async () => {
        await run(() => end().unwrap());
        onEnded();
        toast({ text: t('totp.ended') });
      });
    },
  };
}

export type TwoStep = ReturnType<typeof useTwoStep>;
