import { isOffline, Offline } from '@ezdash/ui';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import type { LazyPage } from './lazyPage';

/**
 * Shows a page as soon as it is there: in the first render when it has been loaded before, which `React.lazy` cannot
 * (it would show a fallback first, and React keeps a fallback for a while).
 */
export function LazyPageView({ page, fallback = null }: { page: LazyPage; fallback?: ReactNode }) {
  const [, setSettled] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const [waits, setWaits] = useState(false);
  const load = useCallback(() => {
    page.load().then(
      () => setSettled(true),
      (error: unknown) => (isOffline() ? setWaits(true) : setFailure(error)),
    );
  }, [page]);
  useEffect(() => {
    if (!page.loaded()) load();
  }, [page, load]);
  // To the boundary above: a chunk that does not come is as bad as one that breaks.
  if (failure) throw failure;
  const Page = page.loaded();
  if (!Page && waits) return <Offline onOnline={load} />;
  return Page ? <Page /> : fallback;
}
