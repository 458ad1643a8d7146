import { useAppStore, useSession } from '@ezdash/store';
import { IconCheck, IconCopy } from '@ezdash/ui';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from '../debugTool.module.css';
import { bugReport } from './bugReport';
import { ReportDialog } from './ReportDialog';
import { reportFacts } from './reportFacts';

const COPIED_MS = 2_000;

/** Copies a bug report; when the browser refuses the clipboard, shows it to be copied by hand. */
export function ReportButton() {
  const { t } = useTranslation('debug');
  const store = useAppStore();
  const { user } = useSession();
  const [isCopied, setCopied] = useState(false);
  const [shown, setShown] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const copy = async () => {
    const text = bugReport(reportFacts(store, user));
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setCopied(false), COPIED_MS);
    } catch {
      setShown(text);
    }
  };
  const Icon = isCopied ? IconCheck : IconCopy;
  return (
    <>
      <button
        type="button"
        className={styles.headButton}
        aria-label={t('report.copy')}
        title={t('report.copy')}
        onClick={() => void copy()}
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
