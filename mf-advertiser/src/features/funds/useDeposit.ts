import type { DepositRequest, Funds } from '@ezdash/contracts';
import { failureOf, page, toApiError, useSession, useWithProof } from '@ezdash/store';
import { type Form, useForm } from '@ezdash/ui';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { depositIdFor, forgetDepositId } from './depositId';
import { choicesOf, type DepositChoice, feeOf } from './depositWays';
import { useAdvertiserDepositMutation } from './funds.api';
import type { Prefill } from './fundsPlace';
import { useAmountProblem } from './useAmountProblem';
import { codeOf, type PromoChecking, type PromoState, usePromoPreview } from './usePromoPreview';
import { usePromoWords } from './usePromoWords';

export interface DepositValues {
  amount_micros: number | null;
  /** A choice's value. */
  gateway: string;
  promo_code: string;
}

/** What the form comes to. */
export interface DepositSums {
  amount: number;
  fee: number;
  bonus: number;
  /** Of the credit line: what comes in repays first. */
  repaid: number;
  after: number;
}

export interface DepositForm {
  form: Form<DepositValues>;
  choices: readonly DepositChoice[];
  choice: DepositChoice | undefined;
  checking: PromoChecking;
  /** Null without an amount. */
  sums: DepositSums | null;
  /** The page is being left for the gateway's. */
  isLeaving: boolean;
}

const FIRST_AMOUNT_MICROS = 1_000_000_000;

const NO_CODES: PromoState = { kind: 'none' };

/** What a code adds to a deposit; a bonus balance is redeemed apart from it. */
function bonusOf(state: PromoState): number {
  if (state.kind !== 'known' || !state.preview.ok) return 0;
  return state.preview.promo.discount_type === 'bonus_balance' ? 0 : state.preview.bonus_micros;
}

function sumsOf(funds: Funds, choice: DepositChoice | undefined, amount: number | null, bonus: number) {
  if (amount === null || amount <= 0) return null;
  const repaid = Math.min(funds.credit?.owed_micros ?? 0, amount);
  const after = funds.balance.total_micros + amount - repaid + bonus;
  return { amount, fee: choice ? feeOf(choice.way, amount) : 0, bonus, repaid, after };
}

/** What is thrown to a form so that a text stands beside a field. */
const beside = (field: keyof DepositValues, text: string) => ({ errors: { [field]: [text] } });

/** True from when the page is left for another; not any more for who comes back to it as it was. */
function useLeaving() {
  const [isLeaving, setLeaving] = useState(false);
  useEffect(() => {
    const comeBack = ({ persisted }: PageTransitionEvent) => persisted && setLeaving(false);
    window.addEventListener('pageshow', comeBack);
    return () => window.removeEventListener('pageshow', comeBack);
  }, []);
  const leave = (url: string) => {
    setLeaving(true);
    page.go(url);
  };
  return { isLeaving, leave };
}

/** Sends a deposit, under the same id until the server has answered, and goes where it leads. */
function useSend() {
  const navigate = useNavigate();
  const { user } = useSession();
  const userId = user?.id ?? 0;
  const [deposit] = useAdvertiserDepositMutation();
  const { run } = useWithProof();
  const { isLeaving, leave } = useLeaving();
  const send = async (content: Omit<DepositRequest, 'deposit_id'>) => {
    try {
      const deposit_id = depositIdFor(userId, content);
      const payment = await run(() => deposit({ deposit_id, ...content }).unwrap());
      forgetDepositId(userId);
      if (payment.state !== 'completed' && payment.next?.kind === 'checkout') {
        leave(payment.next.url);
        return;
      }
      navigate(`/payment/result?payment=${encodeURIComponent(payment.id)}`);
    } catch (error) {
      // Another deposit has this id, which only a lost answer can bring about: the next press makes a new one.
      if (toApiError(error)?.code === 'DEPOSIT_ID_USED') forgetDepositId(userId);
      throw error;
    }
  };
  return { send, isLeaving };
}

/** The form that pays in: what it comes to, and where it leads. */
export function useDeposit(funds: Funds, prefill: Prefill): DepositForm {
  const { send, isLeaving } = useSend();
  const problemOf = useAmountProblem();
  const { refusal } = usePromoWords();
  const choices = choicesOf(funds.ways);
  const choiceOf = ({ gateway }: DepositValues) =>
    choices.find(({ value }) => value === gateway) ?? choices[0];

  const submit = async (values: DepositValues, { state }: PromoChecking) => {
    const choice = choiceOf(values);
    const code = codeOf(values.promo_code);
    if (!choice || values.amount_micros === null) return;
    if (code !== '' && state.kind === 'known' && !state.preview.ok)
      throw beside('promo_code', refusal(state.preview));
    try {
      await send({
        amount_micros: values.amount_micros,
        gateway: choice.way.gateway,
        method_id: choice.method?.id ?? null,
        promo_code: code || null,
      });
    } catch (error) {
      const known = failureOf(error);
      // A proof that was not given: nothing was sent, and nothing is to be said.
      if (!known) return;
      // A refused method is a matter of the way to pay.
      const ofMethod = known.errors.method_id;
      if (ofMethod) throw { ...known, errors: { ...known.errors, gateway: ofMethod } };
      throw error;
    }
  };

  const form = useForm<DepositValues>({
    initial: {
      amount_micros: prefill.amountMicros ?? FIRST_AMOUNT_MICROS,
      gateway: (choices.find(({ value }) => value === prefill.way) ?? choices[0])?.value ?? '',
      promo_code: prefill.code,
    },
    check: (values) => ({ amount_micros: problemOf(values.amount_micros, choiceOf(values)?.way) }),
    onSubmit: (values) => submit(values, checking),
  });
  const choice = choiceOf(form.values);
  const checking: PromoChecking = usePromoPreview(form.values.promo_code, form.values.amount_micros);
  const shown = codeOf(form.values.promo_code) === '' ? NO_CODES : checking.state;
  const sums = sumsOf(funds, choice, form.values.amount_micros, bonusOf(shown));
  return { form, choices, choice, checking, sums, isLeaving };
}
