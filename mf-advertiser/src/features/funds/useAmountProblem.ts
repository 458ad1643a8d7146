import type { DepositWay } from '@ezdash/contracts';
import { useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';

const CENT = 10_000;

/** What is wrong with an amount for a way to pay; undefined when nothing is. */
export function useAmountProblem() {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  return (micros: number | null, way: DepositWay | undefined): string | undefined => {
    if (micros === null) return t('ui:money.missing');
    if (micros % CENT !== 0) return t('funds.add.cents');
    if (!way) return undefined;
    const money = (amount: number) => format.money(amount, { digits: [0, 2] });
    if (micros < way.least_micros) return t('funds.add.least', { amount: money(way.least_micros) });
    if (micros > way.most_micros) return t('funds.add.most', { amount: money(way.most_micros) });
    return undefined;
  };
}
