import type { XeroSettings } from '@ezdash/contracts';
import { useWithProof } from '@ezdash/store';
import { confirm, toast } from '@ezdash/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  useDebugBeginAccountingMutation,
  useDebugClearAccountingMutation,
  useDebugSaveAccountingMutation,
} from './accounting.api';
import { useXeroPopup } from './useXeroPopup';

export type ConnectionAct = 'connect' | 'clear' | 'save';

/** Connecting to Xero by its window, leaving it, and what is changed of the connection. */
export function useConnection(refresh: () => void) {
  const { t } = useTranslation('debug');
  const { run } = useWithProof();
  const [begin] = useDebugBeginAccountingMutation();
  const [clearAll] = useDebugClearAccountingMutation();
  const [save] = useDebugSaveAccountingMutation();
  const popup = useXeroPopup(refresh);
  const [busy, setBusy] = useState<ConnectionAct | null>(null);
  const [failure, setFailure] = useState<{ act: ConnectionAct; error: unknown } | null>(null);

  const act = async (what: ConnectionAct, action: () => Promise<unknown>) => {
    setBusy(what);
    setFailure(null);
    try {
      await action();
    } catch (error) {
      setFailure({ act: what, error });
    } finally {
      setBusy(null);
    }
  };

  return {
    popup,
    busy,
    failure,
    connect: () => act('connect', async () => popup.open((await run(() => begin().unwrap())).auth_url)),
    change: (settings: XeroSettings) => act('save', () => run(() => save(settings).unwrap())),
    clear: async () => {
      const yes = await confirm({
        title: t('money.xero.clearTitle'),
        text: t('money.xero.clearText'),
        verb: t('money.xero.clear'),
        danger: true,
      });
      if (!yes) return;
      await act('clear', async () => {
        await run(() => clearAll().unwrap());
        popup.forget();
        toast({ text: t('money.xero.cleared') });
      });
    },
  };
}
export type Connection = ReturnType<typeof useConnection>;
