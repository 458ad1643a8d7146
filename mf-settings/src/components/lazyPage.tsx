import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';

/** A page in a chunk of its own. */
export interface LazyPage {
  /** What to draw now: the page itself once it has loaded, until then what suspends for it. */
  choose: () => ComponentType;
  /** Begins to load before anything is drawn. */
  preload: () => void;
}

/**
 * What has loaded by the time it is drawn is drawn at once: React holds back what was suspended for some 200 ms. A
 * load that failed is tried again the next time the page is drawn.
 */
export function lazyPage(load: () => Promise<ComponentType>): LazyPage {
  let loaded: ComponentType | undefined;
  let suspending: ComponentType | undefined;
  let loading: Promise<{ default: ComponentType }> | undefined;
  const loadOnce = () => {
    loading ??= load().then(
      (page) => {
        loaded = page;
        return { default: page };
      },
      (error: unknown) => {
        loading = undefined;
        suspending = undefined;
        throw error;
      },
    );
    return loading;
  };
  return {
    choose: () => {
      if (loaded) return loaded;
      suspending ??= lazy(loadOnce);
      return suspending;
    },
    preload: () => void loadOnce().catch(() => undefined),
  };
}

interface DrawLazyPageProps {
  page: LazyPage;
  /** In its place while it loads. */
  waiting: ReactNode;
}

/**
 * Draws a page of `lazyPage`, chosen once: another component in its place would begin with empty fields. What suspends
 * is inside: outside of it the choice would be made anew after a load that failed, and loaded again without an end.
 */
export function DrawLazyPage({ page, waiting }: DrawLazyPageProps) {
  const [Page] = useState(() => page.choose());
  return (
    <Suspense fallback={waiting}>
      <Page />
    </Suspense>
  );
}
