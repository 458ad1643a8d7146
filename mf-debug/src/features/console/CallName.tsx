import { useTranslation } from 'react-i18next';
import { callKey } from './calls';
import styles from './console.module.css';

interface CallNameProps {
  call: { method: string; path: string; status: number };
}

const REFUSED_FROM = 400;

/** What a call did in words, and the call itself beneath; what was refused says so. */
export function CallName({ call: { method, path, status } }: CallNameProps) {
  const { t } = useTranslation('debug');
  const key = callKey(method, path);
  const address = (
    <span className="ez-mono" dir="ltr">
      {method} {path}
    </span>
  );
  const refused =
    status >= REFUSED_FROM ? (
      <span className={styles.refused}>{t('console.refusedWith', { status })}</span>
    ) : null;
  return (
    <span className={styles.call}>
      <span>
        {key ? t(key) : address} {refused}
      </span>
      {key ? <small>{address}</small> : null}
    </span>
  );
}
