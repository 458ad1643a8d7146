import { type ComponentType, createElement, lazy, useCallback, useState } from 'react';
import { isOffline, Offline } from './Offline';

export interface LazyPage {
  (): React.JSX.Element;
  /** Begins to load it; asked again, it is the same load, unless that failed. */
  preload: () => Promise<void>;
}
interface Chunk {
  /** The page, or what suspends until it is there. */
  shown: () => ComponentType;
}

function ShownChunk({ chunk }: { chunk: Chunk }) {
  // What a page began as it stays: another type would throw away what was typed into it.
  const [Shown] = useState(chunk.shown);
  return <Shown />;
}

interface AwaitedPageProps {
  preload: () => Promise<void>;
  page: () => ComponentType | undefined;
}

/** Waits for the connection, and then for the page; what fails with a connection is an error like any other. */
function AwaitedPage({ preload, page }: AwaitedPageProps) {
  const [settled, setSettled] = useState<{ failure?: unknown } | null>(null);
  const onOnline = useCallback(() => {
    preload().then(
      () => setSettled({}),
      (failure: unknown) => isOffline() || setSettled({ failure }),
    );
  }, [preload]);
  if (settled?.failure !== undefined) throw settled.failure;
  const Page = settled ? page() : undefined;
  return Page ? createElement(Page) : <Offline onOnline={onOnline} />;
}

/**
 * A page that is a chunk of its own. What was loaded before it is shown renders at once, without React's pause before a
 * fallback; a load that failed is tried anew the next time it is shown. Suspends: stands inside a `Suspense`.
 */
export function lazyPage<Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): LazyPage {
  let loaded: ComponentType | undefined;
  let loading: Promise<void> | undefined;
  let suspending = suspend();

  function preload(): Promise<void> {
    loading ??= load().then(
      (module) => {
        loaded = module[name];
      },
      (error: unknown) => {
        loading = undefined;
        suspending = suspend();
        throw error;
      },
    );
    return loading;
  }
  function suspend() {
    return lazy(async (): Promise<{ default: ComponentType }> => {
      try {
        await preload();
      } catch (failure) {
        if (!isOffline()) throw failure;
        return { default: awaited };
      }
      return { default: loaded as ComponentType };
    });
  }
  const awaited = () => createElement(AwaitedPage, { preload, page: () => loaded });
  const chunk = { shown: () => loaded ?? suspending };
  return Object.assign(() => createElement(ShownChunk, { chunk }), { preload });
}
