import type { PaymentMethod } from '@ezdash/contracts';
import type { ApiError } from '@ezdash/store';
import { failureOf, useWithProof } from '@ezdash/store';
import { confirm, toast } from '@ezdash/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { methodName } from './methodName';
import {
  useSettingsDefaultPaymentMethodMutation,
  useSettingsRemovePaymentMethodMutation,
} from './payment.api';

const GONE = 404;

export interface MethodFailure {
  /** What did not happen. */
  title: string;
  error: ApiError;
}

/** Another default is taken back by Undo; what is removed is gone, so it is asked about. */
export function useMethodActions(methods: readonly PaymentMethod[]) {
  const { t } = useTranslation('settings');
  const [choose] = useSettingsDefaultPaymentMethodMutation();
  const [drop] = useSettingsRemovePaymentMethodMutation();
  const { run } = useWithProof();
  const [failure, setFailure] = useState<MethodFailure | null>(null);

  const makeDefault = async (method: PaymentMethod, before?: PaymentMethod): Promise<void> => {
    setFailure(null);
    const name = methodName(method, t);
    try {
      await run(() => choose(method.id).unwrap());
    } catch (thrown) {
      const error = failureOf(thrown);
      if (error) setFailure({ title: t('payment.defaultFailed', { name }), error });
      return;
    }
    toast({
      text: t('payment.madeDefault', { name }),
      undo: before && (() => void makeDefault(before)),
    });
  };

  const remove = async (method: PaymentMethod): Promise<void> => {
    setFailure(null);
    const name = methodName(method, t);
    const successor = method.is_default && methods.length > 1;
    const sure = await confirm({
      title: t('payment.removeTitle', { name }),
      text: `${t(`payment.removeText.${method.kind}`)} ${successor ? t('payment.removeDefault') : ''}`.trim(),
      verb: t('payment.removeVerb'),
      danger: true,
    });
    if (!sure) return;
    try {
      await run(() => drop(method.id).unwrap());
      toast({ text: t('payment.removed', { name }) });
    } catch (thrown) {
      const error = failureOf(thrown);
      if (error?.status === GONE) toast({ text: t('payment.removed', { name }) });
      else if (error) setFailure({ title: t('payment.removeFailed', { name }), error });
    }
  };

  return {
    failure,
    makeDefault: (method: PaymentMethod) =>
      void makeDefault(
        method,
        methods.find(({ is_default }) => is_default),
      ),
    remove: (method: PaymentMethod) => void remove(method),
  };
}
