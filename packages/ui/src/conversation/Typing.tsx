import { useTranslation } from 'react-i18next';
import styles from './conversation.module.css';

/** Who writes at this moment. Not announced: it would be said over every message. */
export function Typing({ names }: { names: readonly string[] }) {
  const { t } = useTranslation('ui');
  return (
    <div className={styles.typing} data-shown={names.length > 0 || undefined}>
      {names.length > 0 ? (
        <>
          <i aria-hidden />
          <i aria-hidden />
          <i aria-hidden />
          <bdi>{t('conversation.typing', { count: names.length, names: names.join(', ') })}</bdi>
        </>
      ) : null}
    </div>
  );
}
