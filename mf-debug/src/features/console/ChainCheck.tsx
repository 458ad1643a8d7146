import { BusyButton, Notice } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { MoneyFailure } from '../money/MoneyFailure';
import { useLazyDebugConsoleAuditCheckQuery } from './console.api';
import styles from './console.module.css';

/** Whether a row of the audit was changed, taken out or slipped in, asked for by hand: it reads the whole of it. */
export function ChainCheck() {
  const { t } = useTranslation('debug');
  const [check, { currentData, error, isFetching }] = useLazyDebugConsoleAuditCheckQuery();
  const failure = isFetching ? null : error;
  const answer = isFetching || failure ? undefined : currentData;
  return (
    <div className={styles.check}>
      <div>
        <BusyButton variant="default" busy={isFetching} onClick={() => void check()}>
          {t('console.audit.check')}
        </BusyButton>
        <span className={styles.quietText}>{t('console.audit.checkHint')}</span>
      </div>
      <div role="status">
        {answer?.whole ? (
          <Notice tone="ok" title={t('console.audit.whole')}>
            {t('console.audit.wholeText')}
          </Notice>
        ) : null}
      </div>
      {answer && !answer.whole ? (
        <Notice tone="bad" title={t('console.audit.broken', { row: answer.broken_row ?? '–' })}>
          {t('console.audit.brokenText')}
        </Notice>
      ) : null}
      <MoneyFailure title={t('console.audit.notChecked')} failure={failure} />
    </div>
  );
}
