import { type AmountChange, changedAmount, LEAST, MOST } from '@ezdash/contracts/constants';
import { useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { AmountDialog } from './AmountDialog';
import { useCampaignListBudgetsMutation, useCampaignListUndoBudgetsMutation } from './campaignList.api';
import type { Chosen } from './useSelection';
import type { ChosenAmounts } from './useSendAmounts';

/** What the change would come to a day, where all budgets are known. */
function sumsOf(
  campaigns: readonly Chosen[],
  change: AmountChange,
): { before: number; after: number } | null {
  let before = 0;
  let after = 0;
  for (const { daily_budget_micros: micros } of campaigns) {
    if (micros === undefined) return null;
    before += micros;
    after += changedAmount('daily_budget', micros, change);
  }
  return { before, after };
}

/** Daily budgets of several at once, with what they come to together. */
export function BudgetDialog(props: ChosenAmounts) {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  const [set, { isLoading }] = useCampaignListBudgetsMutation();
  const [undo] = useCampaignListUndoBudgetsMutation();
  const checkAmount = (micros: number | null) => {
    const least = LEAST.dailyBudgetMicros;
    if (micros === null || micros < least) return t('problem.leastDaily', { amount: format.money(least) });
    if (micros > MOST.budgetMicros)
      return t('problem.mostBudget', { amount: format.money(MOST.budgetMicros) });
  };
  const effect = (campaigns: readonly Chosen[], change: AmountChange) => {
    const sums = sumsOf(campaigns, change);
    if (!sums) return null;
    return t('campaignList.budget.effect', {
      before: format.money(sums.before),
      after: format.money(sums.after),
    });
  };
  return (
    <AmountDialog
      {...props}
      calls={{ words: 'budget', set, undo }}
      isSending={isLoading}
      label={t('edit.dailyUnit')}
      checkAmount={checkAmount}
      effect={effect}
    />
  );
}
