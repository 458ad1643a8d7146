import { useAppStore, useSession } from '@ezdash/store';
import { IconCheck, IconCopy, useCopy } from '@ezdash/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from '../debugTool.module.css';
import { bugReport } from './bugReport';
import { ReportDialog } from './ReportDialog';
import { reportFacts } from './reportFacts';

/** Copies a bug report; when the browser refuses the clipboard, shows it to be copied by hand. */
export function ReportButton() {
  const { t } = useTranslation('debug');
  const store = useAppStore();
  const { user } = useSession();
  const { state, copy } = useCopy(t('report.text'));
  const [shown, setShown] = useState<string | null>(null);
  const isCopied = state === 'copied';

  const report = async () => {
    const text = bugReport(reportFacts(store, user));
    if (!(await copy(text))) setShown(text);
  };
  const Icon = isCopied ? IconCheck : IconCopy;
  return (
    <>
      <button
        type="button"
        className={styles.headButton}
        aria-label={t('report.copy')}
        title={t('report.copy')}
        onClick={() => void report()}
      >
        <Icon size={16} stroke={1.8} aria-hidden />
        <span className={styles.headText} aria-hidden>
          {t(isCopied ? 'report.copied' : 'report.short')}
        </span>
      </button>
      <span className="ez-sr" role="status">
        {isCopied ? t('report.copiedSaid') : null}
      </span>
      {shown === null ? null : <ReportDialog text={shown} onClose={() => setShown(null)} />}
    </>
  );
}
