import type { Campaign } from '@ezdash/contracts';
import { toApiError } from '@ezdash/store';
import { toast } from '@ezdash/ui';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useFailureText } from '../../components/useFailureText';
import { newUuid } from '../funds/depositId';
import { useCampaignListCloneMutation } from './campaignList.api';

const MOST_NAME = 120;

/**
 * Makes a draft of a campaign and opens it.
 * @param onFailed gets the sentence when none was made
 */
export function useClone(onFailed: (text: string | null) => void) {
  const { t } = useTranslation('advertiser');
  const navigate = useNavigate();
  const failureText = useFailureText();
  const [clone] = useCampaignListCloneMutation();
  const isSending = useRef(false);
  return async ({ id, name }: Campaign) => {
    // However often one presses: once it is made the page is left.
    if (isSending.current) return;
    isSending.current = true;
    onFailed(null);
    const copyName = t('campaignList.copyName', { name });
    const answer = await clone({
      id,
      name: [...copyName].slice(0, MOST_NAME).join(''),
      key: newUuid(),
    });
    if (answer.error) {
      isSending.current = false;
      const error = toApiError(answer.error);
      return onFailed(error ? failureText(error) : null);
    }
    toast({ text: t('campaignList.cloned', { name: answer.data.name }) });
    navigate(`/advertiser/campaigns/${answer.data.id}`);
  };
}
