import { toApiError } from '@ezdash/store';
import { BlockSkeleton, ErrorState } from '@ezdash/ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../features/failureText';

interface LoadedBodyProps<Data> {
  query: { data?: Data; error?: unknown; isFetching: boolean; refetch: () => unknown };
  /** "Your devices could not be loaded". */
  failed: string;
  /** Of what will be there, in pixels. */
  height: number;
  children: (data: Data) => ReactNode;
}

/** What a panel holds: boxes while it loads, why it did not come, or the thing itself. A later failure keeps it. */
export function LoadedBody<Data>({ query, failed, height, children }: LoadedBodyProps<Data>) {
  const { t } = useTranslation('settings');
  const { data, error, isFetching, refetch } = query;
  if (data !== undefined) return children(data);
  if (error === undefined) return <BlockSkeleton height={height} />;
  return (
    <ErrorState
      level={3}
      title={failed}
      onRetry={() => void refetch()}
      retrying={isFetching}
      requestId={toApiError(error)?.requestId}
    >
      {failureText(error, t)}
    </ErrorState>
  );
}
