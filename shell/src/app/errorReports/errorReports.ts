import { isNetworkNoise } from '@ezdash/contracts';
import { bootstrap } from '@ezdash/store';
import { useSyncExternalStore } from 'react';
import { watchEarlyErrors } from './earlyErrors';
import type { ErrorOrigin, ErrorSender, PageFacts, PendingError, SenderParts } from './types';

/** An error can repeat itself before the SDK is there; the first ones say enough. */
const MOST_WAITING = 20;
const LOAD_TRIES = 3;

interface Running {
  parts: SenderParts;
  waiting: PendingError[];
  sender: ErrorSender | null;
  loading: boolean;
  tries: number;
  user: string | null;
  forgetEarly: () => void;
}

let running: Running | null = null;
const ids = new WeakMap<WeakKey, string>();
const sent = new Set<string>();
const listeners = new Set<() => void>();

const newId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

/** Loads the SDK: with the first error, or when the page has nothing better to do. */
async function load(state: Running): Promise<void> {
  if (state.sender || state.loading || state.tries >= LOAD_TRIES) return;
  state.loading = true;
  state.tries += 1;
  try {
    const { openSentry } = await import('./sentry');
    if (state !== running) return;
    state.sender = openSentry(state.parts);
    state.forgetEarly();
    state.sender.setUser(state.user);
    for (const pending of state.waiting.splice(0)) state.sender.send(pending);
  } catch (error) {
    // The next error tries again: what waits is kept.
    console.warn('Errors cannot be reported', error);
  } finally {
    state.loading = false;
  }
}

/**
 * Notices errors from now on. Without a DSN in the page's set-up it does nothing, and nothing of the SDK is loaded
 * then. Call `loadErrorReports` once the page is painted.
 */
export function startErrorReports(facts: PageFacts): void {
  const reporting = bootstrap().config.error_reports;
  if (!reporting || running) return;
  const onSent = (id: string) => {
    sent.add(id);
    for (const listener of listeners) listener();
  };
  running = {
    parts: { ...facts, reporting, onSent },
    waiting: [],
    sender: null,
    loading: false,
    tries: 0,
    user: null,
    forgetEarly: watchEarlyErrors((error) => void reportError(error, { unhandled: true })),
  };
}

/** The page is painted: the SDK may be loaded as soon as nothing else wants to run. */
export function loadErrorReports(): void {
  const state = running;
  if (!state) return;
  const begin = () => void load(state);
  if ('requestIdleCallback' in window) window.requestIdleCallback(begin, { timeout: 5_000 });
  else setTimeout(begin, 2_000);
}

/**
 * Reports an error to the team it belongs to. Never throws.
 * @returns the report's id, the same for the same error; null when it is not reported
 */
export function reportError(error: unknown, origin: ErrorOrigin = {}): string | null {
  const state = running;
  // Dropped here already, so that no id is shown of what is never sent.
  if (!state || isNetworkNoise({}, error)) return null;
  const key = typeof error === 'object' && error !== null ? error : null;
  const known = key && ids.get(key);
  if (known) return known;
  const pending: PendingError = { id: newId(), error, origin, atMs: Date.now() };
  if (state.sender) state.sender.send(pending);
  else if (state.waiting.length < MOST_WAITING) state.waiting.push(pending);
  else return null;
  if (key) ids.set(key, pending.id);
  void load(state);
  return pending.id;
}

/** Who is signed in, by their public id. */
export function setReportUser(publicId: string | null): void {
  if (!running) return;
  running.user = publicId;
  running.sender?.setUser(publicId);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The id, once the report is on its way: an id that nobody can find is none to show. */
export function useSentReport(id: string | null): string | null {
  return useSyncExternalStore(subscribe, () => (id !== null && sent.has(id) ? id : null));
}

/** For tests: as if the page were new. */
export async function forgetErrorReports(): Promise<void> {
  const before = running;
  running = null;
  sent.clear();
  before?.forgetEarly();
  await before?.sender?.close();
}
