import type { Funds } from '@ezdash/contracts';
import { AUTO_TOP_UP } from '@ezdash/contracts/constants';
import { failureOf, toApiError, useWithProof } from '@ezdash/store';
import { BusyButton, Button, Drawer, MoneyInput, Notice, toast, useForm, useFormat } from '@ezdash/ui';
import { Select } from '@ezdash/ui/data';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '../../components/useFailureText';
import { choicesOf, type DepositChoice, feeOf } from './depositWays';
import { useAdvertiserSaveTopUpMutation } from './funds.api';
import classes from './funds.module.css';
import { useAmountProblem } from './useAmountProblem';

/** Methods that can be charged without a visit. */
export const keptMethods = ({ ways }: Pick<Funds, 'ways'>): DepositChoice[] =>
  choicesOf(ways).filter(({ method }) => method !== null);

interface Values {
  below_micros: number | null;
  amount_micros: number | null;
  month_most_micros: number | null;
  method_id: string;
}

const UNIT = 1_000_000;
/** A day's spend before the end, and a week's deposit, where the last week can tell. */
function firstValues({ auto_top_up: topUp, per_day_micros: perDay }: Funds, method: string): Values {
  if (topUp) {
    const { below_micros, amount_micros, month_most_micros, method_id } = topUp;
    return { below_micros, amount_micros, month_most_micros, method_id };
  }
  const step = 100 * UNIT;
  const round = (micros: number) => Math.max(step, Math.ceil(micros / step) * step);
  const amount = round((perDay ?? 0) * 7);
  return {
    below_micros: round(perDay ?? 0),
    amount_micros: amount,
    month_most_micros: amount * 5,
    method_id: method,
  };
}

interface TopUpDrawerProps {
  funds: Funds;
  onClose: () => void;
}

/** What the form needs: its checks, and the way to save. */
function useTopUpForm({ funds, onClose }: TopUpDrawerProps) {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  const { run } = useWithProof();
  const problemOf = useAmountProblem();
  const [save] = useAdvertiserSaveTopUpMutation();
  const methods = keptMethods(funds);
  const choiceOf = (id: string) => methods.find(({ method }) => method?.id === id);
  const form = useForm<Values>({
    initial: firstValues(funds, methods[0]?.method?.id ?? ''),
    check: ({ below_micros, amount_micros, month_most_micros, method_id }) => ({
      below_micros:
        below_micros === null
          ? t('ui:money.missing')
          : below_micros < AUTO_TOP_UP.leastBelowMicros
            ? t('funds.add.least', {
                amount: format.money(AUTO_TOP_UP.leastBelowMicros, { digits: [0, 2] }),
              })
            : undefined,
      amount_micros: problemOf(amount_micros, choiceOf(method_id)?.way),
      month_most_micros:
        month_most_micros === null
          ? t('ui:money.missing')
          : month_most_micros < (amount_micros ?? 0)
            ? t('funds.topUp.monthLess')
            : undefined,
      method_id: choiceOf(method_id) ? undefined : t('funds.topUp.chooseMethod'),
    }),
    amounts: funds.auto_top_up
      ? {
          below_micros: t('funds.topUp.below'),
          amount_micros: t('funds.topUp.amount'),
          month_most_micros: t('funds.topUp.most'),
        }
      : {},
    onSubmit: async ({ below_micros, amount_micros, month_most_micros, method_id }) => {
      if (below_micros === null || amount_micros === null || month_most_micros === null) return;
      const input = { below_micros, amount_micros, month_most_micros, method_id };
      try {
        await run(() => save({ enabled: true, ...input }).unwrap());
      } catch (error) {
        if (failureOf(error)) throw error;
        return;
      }
      toast({ text: t('funds.topUp.saved') });
      onClose();
    },
  });
  return { form, methods, choiceOf };
}

/** Sets up or changes the automatic top-up. */
export function TopUpDrawer(props: TopUpDrawerProps) {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  const failureText = useFailureText();
  const formId = useId();
  const { form, methods, choiceOf } = useTopUpForm(props);
  const { amount_micros: amount, method_id } = form.values;
  const choice = choiceOf(method_id);
  const fee = choice && amount ? feeOf(choice.way, amount) : 0;
  const failure = toApiError(form.failure);
  const method = form.field('method_id');
  return (
    <Drawer
      opened
      onClose={props.onClose}
      title={t('funds.topUp.title')}
      actions={
        <>
          <Button variant="default" onClick={props.onClose}>
            {t('ui:cancel')}
          </Button>
          <BusyButton type="submit" form={formId} busy={form.pending}>
            {t('funds.topUp.save')}
          </BusyButton>
        </>
      }
    >
      <form {...form.props} id={formId} className={classes.form}>
        {props.funds.auto_top_up?.stopped ? (
          <Notice tone="warn">{t('funds.topUp.startsAgain')}</Notice>
        ) : null}
        <MoneyInput
          {...form.field('below_micros')}
          label={t('funds.topUp.below')}
          description={t('funds.topUp.belowHint')}
        />
        <MoneyInput
          {...form.field('amount_micros')}
          label={t('funds.topUp.amount')}
          description={fee > 0 ? t('funds.topUp.amountFee', { amount: format.money(fee) }) : undefined}
        />
        <MoneyInput
          {...form.field('month_most_micros')}
          label={t('funds.topUp.most')}
          description={t('funds.topUp.mostHint')}
        />
        <Select
          name={method.name}
          label={t('funds.topUp.method')}
          error={method.error}
          data={methods.flatMap(({ method: one, way }) =>
            one
              ? [
                  {
                    value: one.id,
                    label: t('funds.add.kept', { method: one.label, gateway: way.name }),
                  },
                ]
              : [],
          )}
          value={choice ? method_id : null}
          allowDeselect={false}
          onChange={(value) => value && method.onChange(value)}
          onBlur={method.onBlur}
        />
        {failure ? (
          <Notice tone="bad" title={t('funds.topUp.notSaved')}>
            {failureText(failure)}
          </Notice>
        ) : null}
      </form>
    </Drawer>
  );
}
