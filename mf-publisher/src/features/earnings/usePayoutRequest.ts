import type { Payout } from '@ezdash/contracts';
import { type ApiError, failureOf, useWithProof } from '@ezdash/store';
import { toast, useFormat } from '@ezdash/ui';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePublisherRequestPayoutMutation } from './earnings.api';
import { newId } from './newId';

const ENDED: readonly Payout['state'][] = ['paid', 'refused', 'failed'];

/** Asks for a payout. Pressing again after a lost answer sends the same id: it is asked for once. */
export function usePayoutRequest() {
  const { t } = useTranslation('publisher');
  const format = useFormat();
  const { run } = useWithProof();
  const [ask] = usePublisherRequestPayoutMutation();
  // Also while a proof is asked for, when no call runs.
  const [isLoading, setLoading] = useState(false);
  const running = useRef(false);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const sent = useRef<{ id: string; micros: number }>(null);

  const request = async (amountMicros: number) => {
    if (running.current) return;
    running.current = true;
    setLoading(true);
    const send = () => {
      const wanted = sent.current ?? { id: newId(), micros: amountMicros };
      sent.current = wanted;
      return run(() => ask({ payout_id: wanted.id, amount_micros: amountMicros }).unwrap());
    };
    if (sent.current?.micros !== amountMicros) sent.current = null;
    setFailure(null);
    try {
      let payout = await send();
      // The one whose answer was lost, which is over by now: its money can be asked for again.
      if (ENDED.includes(payout.state)) {
        sent.current = null;
        payout = await send();
      }
      sent.current = null;
      toast({ text: t('earnings.requested', { amount: format.money(payout.amount_micros) }) });
    } catch (error) {
      setFailure(failureOf(error));
    } finally {
      running.current = false;
      setLoading(false);
    }
  };
  return { request, isLoading, failure };
}
