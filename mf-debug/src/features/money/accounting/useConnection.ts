import type { XeroSettings } from '@ezdash/contracts';
import { useAppDispatch, useWithProof } from '@ezdash/store';
import { confirm, toast } from '@ezdash/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  refreshAccounting,
  useDebugBeginAccountingMutation,
  useDebugClearAccountingMutation,
  useDebugSaveAccountingMutation,
} from './accounting.api';
import type { Turn } from './useTurn';
import { useXeroPopup } from './useXeroPopup';

export type ConnectionAct = 'connect' | 'clear' | 'save';

/** Connecting to Xero by its window, leaving it, and what is changed of the connection. */
export function useConnection({ take }: Turn) {
  const { t } = useTranslation('debug');
  const { run } = useWithProof();
  const dispatch = useAppDispatch();
  const [begin] = useDebugBeginAccountingMutation();
  const [clearAll] = useDebugClearAccountingMutation();
  const [save] = useDebugSaveAccountingMutation();
  const popup = useXeroPopup();
  const [failure, setFailure] = useState<{ act: ConnectionAct; error: unknown } | null>(null);

  const act = (what: ConnectionAct, action: () => Promise<unknown>) =>
    take(what, async () => {
      setFailure(null);
      try {
        await action();
      } catch (error) {
        setFailure({ act: what, error });
      }
    });

  return {
    popup,
    failure,
    connect: () =>
      act('connect', () =>
        run(() =>
          popup.open(
            async () => (await begin().unwrap()).auth_url,
            () => refreshAccounting(dispatch),
          ),
        ),
      ),
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
