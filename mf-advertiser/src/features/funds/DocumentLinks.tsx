import type { DocumentLink } from '@ezdash/contracts';
import { useTranslation } from 'react-i18next';
import classes from './funds.module.css';

export const documentHref = (id: string) => `/api/documents/${encodeURIComponent(id)}.pdf`;

/** Invoices and the like, each opening its PDF in a tab of its own. */
export function DocumentLinks({ documents }: { documents: readonly DocumentLink[] }) {
  const { t } = useTranslation('advertiser');
  return documents.map(({ id, number, kind }) => (
    <span key={id}>
      <a className={classes.document} href={documentHref(id)} target="_blank" rel="noopener">
        <span className="ez-sr">{t(`funds.document.${kind}`)} </span>
        <span className="ez-num">{number}</span>
        <span className="ez-sr"> {t('funds.newTab')}</span>
      </a>
    </span>
  ));
}
