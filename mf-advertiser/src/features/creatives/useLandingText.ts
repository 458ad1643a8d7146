import type { LandingResult } from '@ezdash/contracts';
import { reachesPage } from '@ezdash/contracts/constants';
import { useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';

interface LandingText {
  tone: 'ok' | 'warn' | 'bad';
  /** What was found, and what to do about it. */
  text: string;
}

/** What a look at a landing page found, in a sentence. */
export function useLandingText(): (result: LandingResult) => LandingText {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  return ({ outcome, status, took_ms }) => ({
    tone: outcome === 'ok' ? 'ok' : reachesPage(outcome) ? 'warn' : 'bad',
    text: t(`landing.outcome.${outcome}`, {
      status: status ?? '',
      ms: format.count(took_ms),
    }),
  });
}
