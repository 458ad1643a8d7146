import type { AmountChange } from '@ezdash/contracts/constants';
import { Button, Dialog, MoneyInput, Notice, SegmentedControl, TextInput } from '@ezdash/ui';
import { type FormEvent, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '../../components/useFailureText';
import classes from './campaigns.module.css';
import { useAmountChange } from './useAmountChange';
import type { Chosen } from './useSelection';
import { type AmountCalls, type ChosenAmounts, useSendAmounts } from './useSendAmounts';

interface AmountDialogProps extends ChosenAmounts {
  calls: AmountCalls;
  isSending: boolean;
  /** Of the field with one amount for all. */
  label: string;
  /** Most digits of it after the point. */
  digits?: number;
  /** What an amount means, where that is not the same for all that are chosen. */
  note?: string | null;
  /** What is wrong with one amount for all. */
  checkAmount: (micros: number | null) => string | undefined;
  /** What the change comes to; null while that is not known of each. */
  effect: (campaigns: readonly Chosen[], change: AmountChange) => string | null;
}

/** An amount of several campaigns at once: to one, or each by a share of it, with what that comes to. */
export function AmountDialog(props: AmountDialogProps) {
  const { calls, isSending, label, digits, note, checkAmount, effect, onClose } = props;
  const { t } = useTranslation('advertiser');
  const failureText = useFailureText();
  const form = useId();
  const fields = useAmountChange(checkAmount);
  const { left, failed, send } = useSendAmounts(props, calls);
  const { change, problem } = fields;
  const count = left.length;
  const words = `campaignList.${calls.words}`;
  const save = (event: FormEvent) => {
    event.preventDefault();
    const wrong = fields.check();
    if (isSending || wrong !== undefined || change === null) return fields.tell(wrong);
    void send(change);
  };
  const told = change && fields.check() === undefined ? effect(left, change) : null;
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t(`${words}.title`, { count })}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {t('campaignList.cancel')}
          </Button>
          <Button type="submit" form={form} loading={isSending}>
            {t(`${words}.verb`, { count })}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={save} className={classes.amounts}>
        {failed ? (
          <Notice tone="bad" details={t('campaignList.amount.left', { count })}>
            {failureText(failed)}
          </Notice>
        ) : null}
        <SegmentedControl
          aria-label={t('campaignList.amount.way')}
          value={fields.way}
          data={[
            { value: 'percent', label: t('campaignList.amount.byShare') },
            { value: 'set', label: t('campaignList.amount.toAmount') },
          ]}
          onChange={(value) => fields.setWay(value === 'set' ? 'set' : 'percent')}
        />
        {fields.way === 'set' ? (
          <MoneyInput
            data-autofocus
            label={label}
            digits={digits}
            value={fields.amount}
            error={problem}
            onChange={fields.setAmount}
          />
        ) : (
          <TextInput
            data-autofocus
            label={t('campaignList.amount.percent')}
            description={t('campaignList.amount.percentHint')}
            inputMode="decimal"
            value={fields.percent}
            error={problem}
            onChange={(event) => fields.setPercent(event.currentTarget.value)}
          />
        )}
        {note ? <p className={classes.effect}>{note}</p> : null}
        <p className={classes.effect} aria-live="polite">
          {told ?? t('campaignList.amount.effectNone')}
        </p>
      </form>
    </Dialog>
  );
}
