import { STORAGE_KEYS } from '@ezdash/contracts/constants';

/** The page's own doors, in one object so that tests can watch them. */
export const page = {
  reload: () => window.location.reload(),
  go: (url: string) => window.location.assign(url),
};

const CSRF_META = 'meta[name="csrf-token"]';

/** The token of the page's meta tag; empty when the page has none. */
export function csrfToken(): string {
  // A build that draws a page asks nothing of the server.
  if (typeof document === 'undefined') return '';
  return document.querySelector<HTMLMetaElement>(CSRF_META)?.content ?? '';
}

/** After log-in the server answers a new token: the meta tag is the one place that holds it. */
export function setCsrfToken(token: string): void {
  let meta = document.querySelector<HTMLMetaElement>(CSRF_META);
  if (!meta) {
    meta = document.createElement('meta');
    meta.name = 'csrf-token';
    document.head.append(meta);
  }
  meta.content = token;
}

/** Headers every changing call carries; for the few that cannot go through the API slice (uploads with progress). */
export function csrfHeaders(): Record<string, string> {
  return { 'X-CSRF-TOKEN': csrfToken(), 'X-Requested-With': 'XMLHttpRequest' };
}

const watchers = new Set<() => void>();
const tellWatchers = () => {
  for (const watcher of watchers) watcher();
};

/** Storage may be refused (private windows, policy): then it is as if empty. */
export const storage = {
  get(key: string): string | null {
    try {
      return window.localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  set(key: string, value: string): void {
    try {
      window.localStorage.setItem(key, value);
    } catch {
      // nothing is lost but the memory of this browser
    }
    tellWatchers();
  },
  remove(key: string): void {
    try {
      window.localStorage.removeItem(key);
    } catch {
      // as above
    }
    tellWatchers();
  },
  /** Calls `watcher` after every change, in this page or another tab. @returns ends it */
  watch(watcher: () => void): () => void {
    if (watchers.size === 0) window.addEventListener('storage', tellWatchers);
    watchers.add(watcher);
    return () => {
      watchers.delete(watcher);
      if (watchers.size === 0) window.removeEventListener('storage', tellWatchers);
    };
  },
};

/**
 * The other half of a debug session, for calls that need it: those of the debug tool and of the operator's console.
 * `url` is a path of our own.
 */
export function debugHeaders(url: string): Record<string, string> {
  const token = /^\/(debug-tool|api\/operator)(\/|$)/.test(url) ? storage.get(STORAGE_KEYS.debugToken) : null;
  return token ? { 'X-Debug-Token': token } : {};
}
