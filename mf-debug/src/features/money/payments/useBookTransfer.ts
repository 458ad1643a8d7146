import { toApiError, useWithProof } from '@ezdash/store';
import { type Form, fieldErrorsOf, toast, useForm, useFormat } from '@ezdash/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FoundAccount } from '../../console/AccountFinder';
import { useSentId } from '../useSentId';
import { useDebugBookTransferMutation } from './payments.api';
import { dayIn, noonOf } from './reference';

/** Named as the server names them, so that its refusals find their fields. */
export interface BookValues {
  advertiser_id: FoundAccount | null;
  amount_micros: number | null;
  reference: string;
  /** A day, YYYY-MM-DD. */
  occurred_at: string;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

export interface BookTransfer {
  form: Form<BookValues>;
  /** All is filled in and lies before the person once more; the next submit books it. */
  isAsking: boolean;
  back: () => void;
}

/** A transfer that nobody announced: its fields, one more look, then it is booked. */
export function useBookTransfer(onBooked: () => void): BookTransfer {
  const { t } = useTranslation(['debug', 'ui']);
  const format = useFormat();
  const { run } = useWithProof();
  const [book] = useDebugBookTransferMutation();
  const { idFor, done } = useSentId();
  const [isAsking, setAsking] = useState(false);
  const form = useForm<BookValues>({
    initial: { advertiser_id: null, amount_micros: null, reference: '', occurred_at: dayIn(format.timezone) },
    check: ({ advertiser_id: account, amount_micros: micros, reference, occurred_at: day }) => ({
      advertiser_id: account ? undefined : t('money.book.accountMissing'),
      amount_micros:
        micros === null ? t('ui:money.missing') : micros <= 0 ? t('money.match.amountTooSmall') : undefined,
      reference: reference.trim() ? undefined : t('money.match.bankReferenceMissing'),
      occurred_at: DAY.test(day) ? undefined : t('money.match.dayMissing'),
    }),
    onSubmit: async ({ advertiser_id: account, amount_micros, reference, occurred_at }) => {
      if (!account || amount_micros === null) return;
      if (!isAsking) return setAsking(true);
      const content = {
        advertiser_id: account.id,
        amount_micros,
        reference: reference.trim(),
        occurred_at: noonOf(occurred_at),
      };
      try {
        await run(() => book({ ...content, key: idFor(content) }).unwrap());
      } catch (error) {
        const known = toApiError(error);
        const refusal =
          known?.code === 'BANK_REFERENCE_USED'
            ? { ...known, errors: { reference: [known.message] } }
            : error;
        // What is wrong with a field is shown beside it.
        if (Object.keys(fieldErrorsOf(refusal)).length > 0) setAsking(false);
        throw refusal;
      }
      done();
      const amount = format.money(amount_micros);
      toast({ text: t('money.book.done', { amount, name: account.name || account.email }) });
      onBooked();
    },
  });
  return { form, isAsking, back: () => setAsking(false) };
}
