import { toApiError } from '@ezdash/store';
import { Button, ErrorState, Panel, TableSkeleton, useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../components/useErrorText';
import { DocumentLinks } from './DocumentLinks';
import { useAdvertiserDocumentsInfiniteQuery } from './funds.api';
import classes from './funds.module.css';

/** Invoices and the like, newest first. */
export function DocumentsPanel() {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  const errorText = useErrorText();
  const query = useAdvertiserDocumentsInfiniteQuery();
  const failure = toApiError(query.error);
  const pages = query.data?.pages;
  // One that was issued meanwhile moves the others on: none is shown twice.
  const documents = pages && [
    ...new Map(pages.flatMap((page) => page.documents).map((one) => [one.id, one])).values(),
  ];
  return (
    <Panel title={t('funds.documents')} flush>
      {documents ? (
        <ul className={classes.documentList}>
          {documents.length === 0 ? <li className={classes.quiet}>{t('funds.documentsNone')}</li> : null}
          {documents.map((one) => (
            <li key={one.id}>
              <DocumentLinks documents={[one]} />
              <span className="ez-dim">{t(`funds.document.${one.kind}`)}</span>
              <time dateTime={one.issued_at}>{format.date(one.issued_at)}</time>
              <span className="ez-num">{format.money(one.total_micros, { currency: one.currency })}</span>
            </li>
          ))}
        </ul>
      ) : null}
      {!documents && !failure ? <TableSkeleton rows={3} columns={4} /> : null}
      {failure && !query.isFetchNextPageError ? (
        <ErrorState
          title={t('funds.documentsFailed')}
          requestId={failure.requestId}
          retrying={query.isFetching}
          onRetry={() => void query.refetch()}
        >
          {errorText(failure)}
        </ErrorState>
      ) : null}
      {query.hasNextPage ? (
        <div className="ez-table-foot">
          <Button
            variant="subtle"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {t('funds.documentsOlder')}
          </Button>
          {query.isFetchNextPageError ? <span role="alert">{t('funds.documentsFailed')}</span> : null}
        </div>
      ) : null}
    </Panel>
  );
}
