import type { OperatorPayment } from '@ezdash/contracts';
import { toApiError, useWithProof } from '@ezdash/store';
import { type Form, useDebouncedValue, useForm, useFormat } from '@ezdash/ui';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDebugMatchTransferMutation, useDebugReferenceQuery } from './payments.api';
import { dayIn, isWholeReference, noonOf, readReference } from './reference';

export interface MatchValues {
  reference: string;
  amount_micros: number | null;
  bank_reference: string;
  /** A day, YYYY-MM-DD. */
  received_at: string;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DEBOUNCE_MS = 200;
/** Refusals that are about one field. */
const FIELD_OF: Readonly<Record<string, keyof MatchValues>> = {
  NO_SUCH_REFERENCE: 'reference',
  PAYMENT_ENDED: 'reference',
  BANK_REFERENCE_USED: 'bank_reference',
};

/** The deposit that a reference names: of those that are awaited, or asked for. */
function useFound(reference: string, awaited: readonly OperatorPayment[]) {
  const [asked] = useDebouncedValue(readReference(reference), DEBOUNCE_MS);
  const whole = isWholeReference(reference);
  const wanted = readReference(reference);
  const here = whole ? awaited.find((one) => one.reference === wanted) : undefined;
  const skip = !whole || here !== undefined || asked !== wanted;
  const { currentData, isFetching, error } = useDebugReferenceQuery(asked, { skip });
  const there = currentData?.payments.find((one) => one.reference === wanted && one.type === 'deposit');
  return {
    found: here ?? (skip ? undefined : there),
    looking: whole && !here && (asked !== wanted || isFetching),
    missing: !skip && !isFetching && !error && currentData !== undefined && there === undefined,
  };
}

export interface Match {
  form: Form<MatchValues>;
  found: OperatorPayment | undefined;
  looking: boolean;
  missing: boolean;
  /** What came in less what was expected; null while either is unknown. */
  difference: number | null;
  /** The difference was sent and has to be accepted first. */
  asked: boolean;
  accept: () => void;
  /** Counts what was matched: fields that keep a text of their own begin anew with it. */
  round: number;
  last: OperatorPayment | null;
}

/** One transfer after the other: reference, amount, the bank's own reference, Enter. */
export function useMatch(awaited: readonly OperatorPayment[], onMatched: () => void): Match {
  const { t } = useTranslation(['debug', 'ui']);
  const { timezone } = useFormat();
  const { run } = useWithProof();
  const [match] = useDebugMatchTransferMutation();
  const [round, setRound] = useState(0);
  const [last, setLast] = useState<OperatorPayment | null>(null);
  /** The content whose difference was refused. */
  const [refused, setRefused] = useState<string | null>(null);
  const accepting = useRef(false);
  const form = useForm<MatchValues>({
    initial: { reference: '', amount_micros: null, bank_reference: '', received_at: dayIn(timezone) },
    check: ({ reference, amount_micros: micros, bank_reference: bank, received_at: day }) => ({
      reference: reference.trim() ? undefined : t('money.match.referenceMissing'),
      amount_micros:
        micros === null ? t('ui:money.missing') : micros <= 0 ? t('money.match.amountTooSmall') : undefined,
      bank_reference: bank.trim() ? undefined : t('money.match.bankReferenceMissing'),
      received_at: DAY.test(day) ? undefined : t('money.match.dayMissing'),
    }),
    onSubmit: async (values) => {
      const { reference, amount_micros, bank_reference, received_at } = values;
      const accept_difference = accepting.current;
      accepting.current = false;
      if (amount_micros === null) return;
      // What is known to differ is shown before it is sent at all.
      if (!accept_difference && difference !== null && difference !== 0) {
        setRefused(contentOf(values));
        return;
      }
      const sent = { reference, amount_micros, bank_reference, received_at: noonOf(received_at) };
      try {
        setLast(await run(() => match({ ...sent, accept_difference }).unwrap()));
      } catch (error) {
        const known = toApiError(error);
        if (known?.code === 'AMOUNT_DIFFERS') return setRefused(contentOf(values));
        const field = FIELD_OF[known?.code ?? ''];
        throw known && field ? { ...known, errors: { [field]: [known.message] } } : error;
      }
      setRefused(null);
      setRound((before) => before + 1);
      form.reset({ reference: '', amount_micros: null, bank_reference: '', received_at });
      onMatched();
    },
  });
  const { found, looking, missing } = useFound(form.values.reference, awaited);
  const { amount_micros: micros } = form.values;
  const difference = found && micros !== null ? micros - found.charged_micros : null;
  return {
    form,
    found,
    looking,
    missing,
    difference,
    asked: refused !== null && refused === contentOf(form.values),
    accept: () => {
      accepting.current = true;
      void form.submit();
    },
    round,
    last,
  };
}

const contentOf = ({ reference, amount_micros }: MatchValues) =>
  JSON.stringify([readReference(reference), amount_micros]);
