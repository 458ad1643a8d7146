import type { GateVerdict } from '@ezdash/contracts';
import { Status } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { checksOf } from './verdict';

/** What the gate said of a release, in a word. */
export function Verdict({ verdict }: { verdict: GateVerdict | null }) {
  const { t } = useTranslation('debug');
  if (verdict === null) return <Status state="draft" label={t('releases.notChecked')} plain />;
  if (verdict.passed) return <Status state="approved" label={t('releases.passed')} plain />;
  const failed = checksOf(verdict, 'failed');
  return (
    <Status
      state="rejected"
      label={t('releases.refused')}
      plain
      stacked
      reason={t('releases.failedCount', { count: failed.length })}
    />
  );
}
