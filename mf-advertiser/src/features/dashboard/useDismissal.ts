import { toast, useFormat } from '@ezdash/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAdvertiserDismissCallOutMutation, useAdvertiserRestoreCallOutMutation } from './dashboard.api';

/** Puts call-outs away for a day, and says so when it did not work. */
export function useDismissal() {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  const [dismiss] = useAdvertiserDismissCallOutMutation();
  const [restore] = useAdvertiserRestoreCallOutMutation();
  const [failed, setFailed] = useState(false);
  const tell = async (call: Promise<unknown>) => {
    setFailed(false);
    try {
      await call;
    } catch {
      setFailed(true);
    }
  };
  return {
    failed,
    dismiss: (key: string, subject: string) =>
      void tell(
        dismiss({ key })
          .unwrap()
          .then(({ until }) =>
            toast({
              text: t('callOut.dismissed', { subject, until: format.dateTime(until) }),
              undo: () => void tell(restore({ key }).unwrap()),
            }),
          ),
      ),
  };
}
