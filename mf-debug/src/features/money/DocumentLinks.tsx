import type { DocumentLink } from '@ezdash/contracts';
import { useTranslation } from 'react-i18next';
import styles from './money.module.css';

/** The documents of a payment or a payout, each as PDF in a tab of its own. */
export function DocumentLinks({ documents }: { documents: readonly DocumentLink[] }) {
  const { t } = useTranslation('debug');
  if (documents.length === 0) return <span className="ez-dim">–</span>;
  return (
    <span className={styles.documents}>
      {documents.map(({ id, number, kind }) => (
        <a
          key={id}
          className={`ez-num ${styles.document}`}
          href={`/api/documents/${encodeURIComponent(id)}.pdf`}
          target="_blank"
          rel="noopener"
        >
          <span className="ez-sr">{t(`money.document.${kind}`)} </span>
          {number}
          <span className="ez-sr"> {t('money.newTab')}</span>
        </a>
      ))}
    </span>
  );
}
