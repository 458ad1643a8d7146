import { Button } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import styles from './welcome.module.css';

/** In the place of live figures that did not come; the rest of the page needs none of them. */
export function LiveGap({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation('shell');
  return (
    <div className={styles.gap} role="status">
      <p>{t('welcome.failed')}</p>
      <Button variant="default" onClick={onRetry}>
        {t('ui:error.retry')}
      </Button>
    </div>
  );
}
