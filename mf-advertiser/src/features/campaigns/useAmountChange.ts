import { AMOUNT_PERCENT, type AmountChange } from '@ezdash/contracts/constants';
import { useFormat } from '@ezdash/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

export type AmountWay = 'set' | 'percent';

export interface AmountChangeForm {
  way: AmountWay;
  setWay: (way: AmountWay) => void;
  amount: number | null;
  setAmount: (micros: number | null) => void;
  percent: number | null;
  setPercent: (percent: number | null) => void;
  /** What is wrong with the field, told since the last try. */
  problem: string | undefined;
  /** The change that stands in the fields, right or wrong; null while it is none. */
  change: AmountChange | null;
  /** What is wrong with it; undefined when it can be sent. */
  check: () => string | undefined;
  tell: (problem: string | undefined) => void;
}

/**
 * The fields of a change of many amounts: to one amount, or each by a share of it.
 * @param checkAmount what is wrong with one amount for all
 */
export function useAmountChange(
  checkAmount: (micros: number | null) => string | undefined,
): AmountChangeForm {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  const [way, setWay] = useState<AmountWay>('percent');
  const [amount, setAmount] = useState<number | null>(null);
  const [percent, setPercent] = useState<number | null>(null);
  const [problem, tell] = useState<string>();
  const wanted = way === 'set' ? amount : percent;
  const { least, most } = AMOUNT_PERCENT;
  /** Whatever is typed answers what was wrong before. */
  const anew =
    <Value>(set: (value: Value) => void) =>
    (value: Value) => {
      set(value);
      tell(undefined);
    };
  return {
    way,
    setWay: anew(setWay),
    amount,
    setAmount: anew(setAmount),
    percent,
    setPercent: anew(setPercent),
    problem,
    change: wanted === null ? null : way === 'set' ? { set_micros: wanted } : { percent: wanted },
    check: () => {
      if (way === 'set') return checkAmount(amount);
      if (percent === null || percent === 0 || percent < least || percent > most)
        return t('campaignList.amount.percentProblem', {
          least: format.count(least),
          most: format.count(most),
        });
    },
    tell,
  };
}
