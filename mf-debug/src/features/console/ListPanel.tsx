import { Notice, Panel, TableSkeleton } from '@ezdash/ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { QueryFailed } from '../money/QueryFailed';
import styles from './console.module.css';

interface ListPanelProps<Data> {
  label: string;
  query: { data?: Data; error?: unknown; isFetching: boolean; refetch: () => unknown };
  /** "The tokens could not be loaded". */
  failed: string;
  /** What goes on all the same. */
  failedText?: string;
  /** Of the table that will stand here. */
  columns: number;
  /** What went wrong with something of the list, above it. */
  notice?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** A list of the console: while it loads, when it did not, and when what is shown may be old. */
export function ListPanel<Data>(props: ListPanelProps<Data>) {
  const { label, query, failed, failedText, columns, notice, children } = props;
  const { t } = useTranslation('debug');
  const { data, error, isFetching, refetch } = query;
  const body = () => {
    if (data !== undefined) return children(data);
    if (!error) return <TableSkeleton rows={4} columns={columns} />;
    return (
      <QueryFailed
        title={failed}
        error={error}
        text={failedText}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  };
  return (
    <div className={styles.stack}>
      {notice}
      {data !== undefined && error ? <Notice tone="warn" title={t('console.stale')} /> : null}
      <Panel flush label={label}>
        {body()}
      </Panel>
    </div>
  );
}
