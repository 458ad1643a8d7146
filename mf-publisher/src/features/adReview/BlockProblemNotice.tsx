import { sentence } from '@ezdash/contracts/constants';
import { Notice } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import type { BlockProblem } from './useBlocking';

/** Why something was neither blocked nor allowed. */
export function BlockProblemNotice({ problem }: { problem: BlockProblem | null }) {
  const { t } = useTranslation('publisher');
  if (problem === null) return null;
  const { name, error } = problem;
  const detail = Object.values(error.errors ?? {})[0]?.[0];
  return (
    <Notice tone="bad" title={t('adReview.failed', { name })}>
      {sentence(detail ?? error.message) || t('problem.noAnswer')}
      {error.requestId ? ` ${t('problem.request', { id: error.requestId })}` : ''}
    </Notice>
  );
}
