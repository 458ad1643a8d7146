import { Textarea } from '@ezdash/ui';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import styles from '../login.module.css';
import { ToolDialog } from '../ToolDialog';

const ROWS = 12;

/** The report as a text that is selected already: a press of Ctrl+C takes it. */
export function ReportDialog({ text, onClose }: { text: string; onClose: () => void }) {
  const { t } = useTranslation('debug');
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    area.current?.focus();
    area.current?.select();
  }, []);
  return (
    <ToolDialog title={t('report.copy')} closeLabel={t('login.close')} onClose={onClose}>
      <div className={styles.form}>
        <p className={styles.lead}>{t('report.byHand')}</p>
        <Textarea
          ref={area}
          data-autofocus
          aria-label={t('report.text')}
          readOnly
          rows={ROWS}
          dir="ltr"
          value={text}
          onFocus={(event) => event.currentTarget.select()}
        />
      </div>
    </ToolDialog>
  );
}
