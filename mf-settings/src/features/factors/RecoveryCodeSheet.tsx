import { useConfig, useSession } from '@ezdash/store';
import { Button, IconDownload, IconReceipt, useFormat } from '@ezdash/ui';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../components/CopyButton';
import classes from './factors.module.css';
import { saveText } from './saveText';

interface RecoveryCodeSheetProps {
  codes: readonly string[];
  /** The person has put them somewhere: they are shown no more. */
  onKept: () => void;
}

/** The only time that recovery codes are shown. Printed, they are alone on the page. */
export function RecoveryCodeSheet({ codes, onKept }: RecoveryCodeSheetProps) {
  const { t } = useTranslation('settings');
  const { app_name } = useConfig();
  const { user } = useSession();
  const format = useFormat();
  const title = useRef<HTMLHeadingElement>(null);
  // What was pressed is gone: the codes are what to read next.
  useEffect(() => title.current?.focus(), []);
  const about = t('codes.about', { app: app_name, email: user?.email, date: format.date(new Date()) });
  const file = `${about}\n\n${codes.join('\n')}\n\n${t('codes.once')}\n`;
  return (
    <div className={classes.steps}>
      <div className={classes.sheet} data-print>
        <h3 ref={title} tabIndex={-1}>
          {t('codes.title')}
        </h3>
        <p className={classes.about}>{about}</p>
        <p>{t('codes.text')}</p>
        <ol className={classes.codes} aria-label={t('codes.title')} dir="ltr">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
      </div>
      <div className="ez-actions">
        <CopyButton text={codes.join('\n')} label={t('codes.copy')} />
        <Button
          variant="default"
          leftSection={<IconDownload size={16} stroke={1.7} />}
          onClick={() => saveText(`${app_name.toLowerCase()}-recovery-codes.txt`, file)}
        >
          {t('codes.download')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconReceipt size={16} stroke={1.7} />}
          onClick={() => window.print()}
        >
          {t('codes.print')}
        </Button>
        <Button onClick={onKept}>{t('codes.kept')}</Button>
      </div>
    </div>
  );
}
