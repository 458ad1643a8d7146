import type { Campaign, CampaignUpdate } from '@ezdash/contracts';
import { toApiError } from '@ezdash/store';
import { toast, useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../components/useErrorText';
import { useAdvertiserUndoChangeMutation } from '../history/history.api';
import { useAdvertiserUpdateCampaignMutation } from './campaigns.api';

type AmountField = 'bid_micros' | 'daily_budget_micros';
const SAID: Readonly<Record<AmountField, string>> = {
  bid_micros: 'edit.bidDone',
  daily_budget_micros: 'edit.dailyDone',
};

/**
 * Saves an amount where it stands and offers the way back. Rejects with the ApiError, whose text the editor shows.
 * @param onUndoFailed gets the sentence when the way back was refused
 */
export function useAmountEdit(onUndoFailed: (text: string) => void) {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  const errorText = useErrorText();
  const [update] = useAdvertiserUpdateCampaignMutation();
  const [takeBack] = useAdvertiserUndoChangeMutation();
  const amountText = (micros: number) => format.money(micros, { digits: [2, 4] });

  // By the change itself: what a rule or somebody else has made of the amount since is not overwritten.
  const undo = async (campaign: Campaign, field: AmountField, change: string) => {
    const answer = await takeBack({ id: campaign.id, change });
    const error = toApiError(answer.error);
    if (error) onUndoFailed(t('edit.failed', { name: campaign.name, reason: errorText(error) }));
    else toast({ text: t('edit.undone', { name: campaign.name, amount: amountText(campaign[field]) }) });
  };

  return async (campaign: Campaign, field: AmountField, amountMicros: number) => {
    if (amountMicros === campaign[field]) return;
    const answer = await update({
      id: campaign.id,
      change: { [field]: amountMicros } satisfies CampaignUpdate,
    });
    const error = toApiError(answer.error);
    if (error) throw { ...error, message: errorText(error) };
    const change = answer.data?.change_id;
    toast({
      text: t(SAID[field], { name: campaign.name, amount: amountText(amountMicros) }),
      undo: change ? () => void undo(campaign, field, change) : undefined,
    });
  };
}
