import { BusyButton } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import styles from './money.module.css';

/** At the foot of a list that comes page by page. */
export function OlderButton({ busy, onPress }: { busy: boolean; onPress: () => void }) {
  const { t } = useTranslation('debug');
  return (
    <div className={styles.older}>
      <BusyButton variant="default" busy={busy} onClick={onPress}>
        {t('money.older')}
      </BusyButton>
    </div>
  );
}
