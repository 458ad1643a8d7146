import type { OperatorPaymentDetail } from '@ezdash/contracts';
import { useWithProof } from '@ezdash/store';
import { BusyButton, MoneyInput, Textarea, toast, useForm, useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { accountName } from '../AccountCell';
import { MoneyFailure } from '../MoneyFailure';
import styles from '../money.module.css';
import { useSentId } from '../useSentId';
import { useWhyProblem, WHY_LENGTH } from '../useWhyProblem';
import { useDebugRefundMutation } from './payments.api';

/** Gives back cash that was not spent, all of it or a part. Give it the payment's id as key. */
export function RefundForm({ payment }: { payment: OperatorPaymentDetail }) {
  const { t } = useTranslation(['debug', 'ui']);
  const format = useFormat();
  const { run } = useWithProof();
  const [refund] = useDebugRefundMutation();
  const { idFor, done } = useSentId();
  const whyProblem = useWhyProblem();
  const { id, currency, refundable_micros: most } = payment;
  const money = (micros: number) => format.money(micros, { currency });
  const form = useForm<{ amount_micros: number | null; why: string }>({
    initial: { amount_micros: most, why: '' },
    check: ({ amount_micros: micros, why }) => ({
      amount_micros:
        micros === null || micros <= 0
          ? t('ui:money.missing')
          : micros > most
            ? t('money.refund.tooMuch', { amount: money(most) })
            : undefined,
      why: whyProblem(why),
    }),
    onSubmit: async ({ amount_micros: micros, why }) => {
      if (micros === null) return;
      const content = { id, amount_micros: micros, why: why.trim() };
      await run(() => refund({ ...content, refund_id: idFor(content) }).unwrap());
      done();
      toast({ text: t('money.refund.done', { amount: money(micros), name: accountName(payment.account) }) });
      form.reset({ amount_micros: null, why: '' });
    },
  });
  const { amount_micros: micros } = form.values;
  return (
    <section aria-label={t('money.refund.title')}>
      <h3>{t('money.refund.title')}</h3>
      <form {...form.props} className={styles.form}>
        <MoneyInput
          {...form.field('amount_micros')}
          label={t('money.refund.amount')}
          description={t('money.refund.most', { amount: money(most) })}
        />
        <Textarea
          {...form.field('why')}
          label={t('money.why')}
          description={t('money.refund.whyHint')}
          rows={2}
          maxLength={WHY_LENGTH}
        />
        <MoneyFailure
          title={t('money.refund.failed')}
          failure={form.failure}
          otherErrors={form.otherErrors}
        />
        <div className="ez-actions ez-actions-end">
          <BusyButton type="submit" busy={form.pending}>
            {micros !== null && micros > 0
              ? t('money.refund.give', { amount: money(micros) })
              : t('money.refund.title')}
          </BusyButton>
        </div>
      </form>
    </section>
  );
}
