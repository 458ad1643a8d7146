import { useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import type { Problem } from './checkCampaign';

/** The sentence for a mistake, with its amount in the person's locale, or the macro it is about. */
export function useProblemText(): (problem: Problem) => string {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  return ({ code, amountMicros, macro, nearest }) =>
    nearest === undefined || code === 'landingWritten'
      ? t(`problem.${code}`, {
          amount: amountMicros === undefined ? '' : format.money(amountMicros),
          macro,
          nearest,
        })
      : t('creatives.macroMeant', { macro, nearest });
}
