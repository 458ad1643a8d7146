import type { AdsTxtResult, AdsTxtStatus } from '@ezdash/contracts';
import { type State, Status } from '@ezdash/ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** How each is drawn, in the one vocabulary of states. */
export const ADS_TXT_STATES: Readonly<Record<AdsTxtStatus, State>> = {
  present: 'approved',
  'wrong-relationship': 'noTag',
  'wrong-seller-id': 'noTag',
  missing: 'noTag',
  'no-file': 'noTag',
  'not-text': 'failed',
  'wrong-encoding': 'failed',
  'too-large': 'failed',
  'redirected-away': 'failed',
  'redirect-loop': 'failed',
  'http-error': 'waiting',
  unreachable: 'waiting',
};

interface AdsTxtStateProps {
  result: AdsTxtResult | null;
  /** In a table. */
  plain?: boolean;
  reason?: ReactNode;
}

/** What a property's ads.txt says of us, in a word. */
export function AdsTxtState({ result, plain, reason }: AdsTxtStateProps) {
  const { t } = useTranslation('publisher');
  return (
    <Status
      state={result ? ADS_TXT_STATES[result.status] : 'open'}
      label={t(`adsTxt.status.${result?.status ?? 'none'}.word`)}
      plain={plain}
      stacked={plain}
      reason={reason}
    />
  );
}
