import type { Funds } from '@ezdash/contracts';
import { DEPOSIT_PRESETS } from '@ezdash/contracts/constants';
import { toApiError, useSession } from '@ezdash/store';
import { BusyButton, EmptyState, Held, MoneyInput, Notice, Panel, toast, useFormat } from '@ezdash/ui';
import { Select } from '@ezdash/ui/data';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '../../components/useFailureText';
import { newUuid } from './depositId';
import type { DepositChoice } from './depositWays';
import { useAdvertiserRedeemPromoMutation } from './funds.api';
import classes from './funds.module.css';
import type { Prefill } from './fundsPlace';
import { PromoField } from './PromoField';
import { type DepositForm, type DepositSums, useDeposit } from './useDeposit';
import { codeOf } from './usePromoPreview';

interface AddFundsPanelProps {
  funds: Funds;
  prefill: Prefill;
}

function Presets({ chosen, onChoose }: { chosen: number | null; onChoose: (micros: number) => void }) {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  return (
    <fieldset className={classes.amounts}>
      <legend>{t('funds.add.amount')}</legend>
      {DEPOSIT_PRESETS.map((micros) => (
        <button
          key={micros}
          type="button"
          className="ez-num"
          aria-pressed={chosen === micros}
          onClick={() => onChoose(micros)}
        >
          {format.money(micros, { digits: 0 })}
        </button>
      ))}
    </fieldset>
  );
}

/** What a way of paying is called, and what it costs. */
function useWayWords() {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  return {
    name: ({ way, method }: DepositChoice) => {
      if (method) return t('funds.add.kept', { method: method.label, gateway: way.name });
      return t(`funds.add.${way.way}`, { gateway: way.name });
    },
    fee: ({ way }: DepositChoice) => {
      const { fee_bps: bps, fee_micros: micros } = way;
      const share = format.percent(bps / 10_000, bps % 100 === 0 ? 0 : 2);
      const fixed = format.money(micros);
      if (bps > 0 && micros > 0) return t('funds.add.feeBoth', { share, amount: fixed });
      if (bps > 0) return t('funds.add.feeOne', { fee: share });
      return micros > 0 ? t('funds.add.feeOne', { fee: fixed }) : t('funds.add.feeNone');
    },
  };
}

interface SummaryProps {
  sums: DepositSums;
  code: string;
}

function Summary({ sums, code }: SummaryProps) {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  const rows: [key: string, label: string, amount: string][] = [
    ['deposit', t('funds.add.deposit'), format.money(sums.amount)],
    ['fee', t('funds.add.fee'), format.money(sums.fee)],
  ];
  if (sums.bonus > 0)
    rows.push(['bonus', t('funds.add.bonus', { code }), format.money(sums.bonus, { signed: true })]);
  if (sums.repaid > 0) rows.push(['repaid', t('funds.add.repaid'), format.money(-sums.repaid)]);
  return (
    <dl className={classes.summary}>
      {rows.map(([key, label, amount]) => (
        <div key={key}>
          <dt>
            <bdi>{label}</bdi>
          </dt>
          <dd>{amount}</dd>
        </div>
      ))}
      <div data-total>
        <dt>{t('funds.add.after')}</dt>
        <dd>{format.money(sums.after)}</dd>
      </div>
    </dl>
  );
}

/** A code that is a bonus by itself: one press, one use, however often it is sent. */
function useRedeem({ form }: DepositForm) {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  const [redeem, { isLoading }] = useAdvertiserRedeemPromoMutation();
  const [failure, setFailure] = useState<unknown>(null);
  const use = useRef<{ code: string; id: string } | null>(null);
  const press = async () => {
    const code = codeOf(form.values.promo_code);
    if (use.current?.code !== code) use.current = { code, id: newUuid() };
    setFailure(null);
    try {
      const { bonus_micros } = await redeem({ use_id: use.current.id, code }).unwrap();
      use.current = null;
      form.set({ promo_code: '' });
      toast({ text: t('funds.promo.redeemed', { code, amount: format.money(bonus_micros) }) });
    } catch (error) {
      setFailure(error);
    }
  };
  return { press: () => void press(), isLoading, failure: toApiError(failure) };
}

function PayForm({ funds, prefill }: AddFundsPanelProps) {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  const failureText = useFailureText();
  const { user } = useSession();
  const wayWords = useWayWords();
  const deposit = useDeposit(funds, prefill);
  const { form, choices, choice, checking, sums, isLeaving } = deposit;
  const redeem = useRedeem(deposit);
  const amount = form.field('amount_micros');
  const gateway = form.field('gateway');
  const money = (micros: number) => format.money(micros, { digits: [0, 2] });
  const failure = toApiError(form.failure);
  const isBroken = failure !== null && (typeof failure.status === 'string' || failure.status >= 500);
  const transfers = choice?.way.way === 'transfer';
  const pay = sums
    ? t(transfers ? 'funds.add.payTransfer' : 'funds.add.pay', {
        amount: format.money(sums.amount + sums.fee),
      })
    : t('funds.add.payNothing');
  return (
    <form {...form.props} className={classes.form}>
      <div className={classes.amountField}>
        <Presets
          chosen={form.values.amount_micros}
          onChoose={(micros) => form.set({ amount_micros: micros })}
        />
        <MoneyInput
          {...amount}
          aria-label={t('funds.add.amount')}
          inputWrapperOrder={['input', 'error', 'description']}
          description={
            choice
              ? t('funds.add.range', {
                  least: money(choice.way.least_micros),
                  most: money(choice.way.most_micros),
                })
              : undefined
          }
          onChange={(micros) => amount.onChange(micros)}
        />
      </div>
      <Select
        name={gateway.name}
        label={t('funds.add.way')}
        description={choice ? wayWords.fee(choice) : undefined}
        error={gateway.error}
        data={choices.map((one) => ({ value: one.value, label: wayWords.name(one) }))}
        value={choice?.value ?? null}
        allowDeselect={false}
        onChange={(value) => value && gateway.onChange(value)}
        onBlur={gateway.onBlur}
      />
      <PromoField
        field={form.field('promo_code')}
        checking={checking}
        onRedeem={redeem.press}
        isRedeeming={redeem.isLoading}
      />
      {redeem.failure ? (
        <Notice tone="bad" title={t('funds.promo.notRedeemed')}>
          {failureText(redeem.failure)}
        </Notice>
      ) : null}
      {sums ? <Summary sums={sums} code={codeOf(form.values.promo_code)} /> : null}
      {failure ? (
        <Notice tone="bad" title={t('funds.add.failed')}>
          {failureText(failure)} {isBroken ? t('funds.add.again') : null}
        </Notice>
      ) : null}
      <Held status={user?.status}>
        <BusyButton type="submit" fullWidth busy={form.pending || isLeaving}>
          {pay}
        </BusyButton>
      </Held>
      <p className={classes.quiet}>{t(transfers ? 'funds.add.footTransfer' : 'funds.add.foot')}</p>
    </form>
  );
}

/** Pays in: how much, by which way, with which promo code, and what it comes to. */
export function AddFundsPanel({ funds, prefill }: AddFundsPanelProps) {
  const { t } = useTranslation('advertiser');
  return (
    <Panel title={t('funds.add.title')} className={classes.add}>
      {funds.ways.length > 0 ? (
        <PayForm funds={funds} prefill={prefill} />
      ) : (
        <EmptyState title={t('funds.add.none')} level={3}>
          {t('funds.add.noneText')}
        </EmptyState>
      )}
    </Panel>
  );
}
