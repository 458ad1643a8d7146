import { type AmountChange, changedAmount } from '@ezdash/contracts/constants';
import {
  Button,
  Dialog,
  MoneyInput,
  Notice,
  type SavedAmount,
  SegmentedControl,
  useConfirmAmounts,
} from '@ezdash/ui';
import { NumberField } from '@ezdash/ui/data';
import { type FormEvent, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '../../components/useFailureText';
import classes from './campaigns.module.css';
import { type AmountChangeForm, useAmountChange } from './useAmountChange';
import type { Chosen } from './useSelection';
import { type ChosenAmounts, type SentBefore, useSendAmounts } from './useSendAmounts';
import { type AmountCalls, useSentTime } from './useTellAmounts';

interface AmountDialogProps extends ChosenAmounts {
  calls: AmountCalls;
  isSending: boolean;
  /** Of the field with one amount for all. */
  label: string;
  /** Most digits of it after the point. */
  digits?: number;
  /** What the amount buys. */
  per?: string;
  /** What an amount means, where that is not the same for all that are chosen. */
  note?: string | null;
  /** What is wrong with one amount for all. */
  checkAmount: (micros: number | null) => string | undefined;
  /** What the change comes to; null while that is not known of each. */
  effect: (campaigns: readonly Chosen[], change: AmountChange) => string | null;
}

interface AmountFieldsProps extends Pick<AmountDialogProps, 'label' | 'digits' | 'per'> {
  fields: AmountChangeForm;
}

/** What each would change from and to. By a share no amount changes more than tenfold, whatever it is now. */
function amountsOf(
  campaigns: readonly Chosen[],
  words: AmountCalls['words'],
  change: AmountChange,
): SavedAmount[] {
  const [field, amount] =
    words === 'bid' ? (['bid_micros', 'bid'] as const) : (['daily_budget_micros', 'daily_budget'] as const);
  return campaigns.flatMap((campaign) => {
    const before = campaign[field];
    if (before === undefined && 'percent' in change) return [];
    return { label: campaign.name ?? campaign.id, before, after: changedAmount(amount, before ?? 0, change) };
  });
}

/** The change: which way, and how much. */
function AmountFields({ fields, label, digits, per }: AmountFieldsProps) {
  const { t } = useTranslation('advertiser');
  const { problem } = fields;
  return (
    <>
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
          per={per}
          value={fields.amount}
          error={problem}
          onChange={fields.setAmount}
        />
      ) : (
        <NumberField
          data-autofocus
          label={t('campaignList.amount.percent')}
          description={t('campaignList.amount.percentHint')}
          digits={2}
          suffix="%"
          value={fields.percent}
          error={problem}
          onChange={fields.setPercent}
        />
      )}
    </>
  );
}

/** The same was sent before: what that is, and what each of the two ways does. */
function SentBeforeNotice({ doubts }: Pick<SentBefore, 'doubts'>) {
  const { t } = useTranslation('advertiser');
  const sentTime = useSentTime();
  return (
    <Notice
      tone="warn"
      title={t('campaignList.amount.unanswered')}
      details={<p>{t('campaignList.amount.sentBeforeHint')}</p>}
    >
      {doubts
        .map((one) => t('campaignList.amount.sentBefore', { count: one.ids.length, time: sentTime(one) }))
        .join(' ')}
    </Notice>
  );
}

const NOT_SENT: SentBefore = { doubts: [], isRetry: false };

/** An amount of several campaigns at once: to one, or each by a share of it, with what that comes to. */
export function AmountDialog(props: AmountDialogProps) {
  const { calls, isSending, label, digits, per, note, checkAmount, effect, onClose } = props;
  const { t } = useTranslation('advertiser');
  const failureText = useFailureText();
  const form = useId();
  const confirmAmounts = useConfirmAmounts();
  const fields = useAmountChange(checkAmount);
  const { left, failed, look, send, getAnswers } = useSendAmounts(props, calls);
  const { change } = fields;
  const count = left.length;
  const words = `campaignList.${calls.words}`;
  const isRight = change !== null && fields.check() === undefined;
  const { doubts, isRetry } = isRight ? look(change) : NOT_SENT;
  const isDoubtful = doubts.length > 0;
  const confirmAndSend = async (change: AmountChange) => {
    if (await confirmAmounts(amountsOf(left, calls.words, change))) await send(change);
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    const wrong = fields.check();
    if (isSending || wrong !== undefined || change === null) return fields.tell(wrong);
    // Where there is doubt, what is done without a word is what changes nothing twice.
    void (isDoubtful ? getAnswers(doubts) : confirmAndSend(change));
  };
  // What may be made already can be in the amounts that would be reckoned from.
  const told = isRight ? effect(left, change) : null;
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
          {isDoubtful && change ? (
            <Button variant="default" disabled={isSending} onClick={() => void confirmAndSend(change)}>
              {t('campaignList.amount.onceMore')}
            </Button>
          ) : null}
          <Button key="submit" type="submit" form={form} loading={isSending}>
            {isDoubtful ? t('campaignList.amount.getAnswer') : t(`${words}.verb`, { count })}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={save} className={classes.amounts}>
        {failed ? (
          <Notice tone="bad" details={isDoubtful ? null : t('campaignList.amount.left', { count })}>
            {failureText(failed)}
          </Notice>
        ) : null}
        <AmountFields fields={fields} label={label} digits={digits} per={per} />
        {note ? <p className={classes.effect}>{note}</p> : null}
        <div aria-live="polite">
          {isDoubtful ? <SentBeforeNotice doubts={doubts} /> : null}
          {isDoubtful || isRetry ? null : (
            <p className={classes.effect}>{told ?? t('campaignList.amount.effectNone')}</p>
          )}
        </div>
      </form>
    </Dialog>
  );
}
