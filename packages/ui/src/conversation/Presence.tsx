import { useTranslation } from 'react-i18next';
import styles from './conversation.module.css';

/** Who of the other side has the conversation open. */
export function Presence({ names }: { names: readonly string[] }) {
  const { t } = useTranslation('ui');
  const different = [...new Set(names)];
  if (different.length === 0) return null;
  return (
    <span className={styles.presence}>
      <i aria-hidden />
      <bdi>{t('conversation.here', { count: different.length, names: different.join(', ') })}</bdi>
    </span>
  );
}
