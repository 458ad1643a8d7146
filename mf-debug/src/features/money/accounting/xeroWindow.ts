import type { XeroMessage } from '@ezdash/contracts';

/** As specified: how large its window is, when it is closed, and when the status is asked for after that. */
export const XERO_POPUP = { width: 600, height: 700, closeAfterMs: 60_000, refreshAfterMs: 1_000 } as const;
/** No event tells that a window of another origin was closed. */
const LOOK_EVERY_MS = 300;

/** What the sign-in's window said, or what became of it without a word. */
export type XeroOutcome =
  | { kind: 'success' }
  | { kind: 'error'; error: string }
  /** It was open for a minute and was closed. */
  | { kind: 'too-late' }
  /** The browser did not let it open; `open` tries again, in a press. */
  | { kind: 'blocked'; open: () => void };

interface State {
  /** Somebody signs in to Xero in it. */
  isOpen: boolean;
  outcome: XeroOutcome | null;
}

/** One sign-in: its window, and what is done a second after it has closed. */
interface SignIn {
  popup: Window;
  onClosed: () => void;
}

const NOTHING: State = { isOpen: false, outcome: null };
let state = NOTHING;
const listeners = new Set<() => void>();
/** Ends what belongs to the window that was opened last: it is heard, and its end awaited, no longer. */
let end: (() => void) | null = null;

function change(next: Partial<State>): void {
  state = { ...state, ...next };
  for (const listener of listeners) listener();
}

export const xeroWindowState = (): State => state;

/** Who shows the outcome. When the last one goes it has been seen, unless its window is still open. */
export function subscribeToXeroWindow(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    // A moment later: a part that is built anew is there again by then.
    void Promise.resolve().then(() => {
      if (listeners.size === 0 && end === null) change(NOTHING);
    });
  };
}

/** In the middle of this page's window, on whichever screen that is. */
function features(): string {
  const { width, height } = XERO_POPUP;
  const left = Math.round(window.screenX + (window.outerWidth - width) / 2);
  const top = Math.round(window.screenY + (window.outerHeight - height) / 2);
  return `popup,width=${width},height=${height},left=${left},top=${top}`;
}
const openWindow = (url: string) => window.open(url, 'xero-auth', features());

/** The message, if it comes from the window that was opened and from a page of ours in it. */
function readMessage({ origin, source, data }: MessageEvent, popup: Window): XeroMessage | null {
  if (source !== popup || origin !== window.location.origin) return null;
  const { type, error }: { type?: unknown; error?: unknown } = Object(data);
  if (type === 'xero-auth-success') return { type };
  if (type !== 'xero-auth-error') return null;
  // Without words of its own it is still an error: whoever shows it has a text for it.
  return { type, error: typeof error === 'string' ? error : '' };
}

/** Hears the window and closes it after its minute, whatever of the page is left meanwhile. Answers how to end that. */
function watch({ popup, onClosed }: SignIn): () => void {
  let refresh: ReturnType<typeof setTimeout> | undefined;
  const hear = (event: MessageEvent) => {
    const message = readMessage(event, popup);
    if (!message) return;
    const { type } = message;
    change({
      outcome: type === 'xero-auth-success' ? { kind: 'success' } : { kind: 'error', error: message.error },
    });
  };
  const look = setInterval(() => {
    if (popup.closed) closed();
  }, LOOK_EVERY_MS);
  const close = setTimeout(() => {
    change({ outcome: state.outcome ?? { kind: 'too-late' } });
    popup.close();
    closed();
  }, XERO_POPUP.closeAfterMs);
  window.addEventListener('message', hear);
  const stop = () => {
    clearInterval(look);
    clearTimeout(close);
    clearTimeout(refresh);
    window.removeEventListener('message', hear);
    if (end === stop) end = null;
  };
  // Its last word may arrive behind its end.
  const closed = () => {
    clearInterval(look);
    clearTimeout(close);
    change({ isOpen: false });
    refresh = setTimeout(() => {
      stop();
      onClosed();
    }, XERO_POPUP.refreshAfterMs);
  };
  end = stop;
  return stop;
}

function follow(signIn: SignIn): () => void {
  end?.();
  change(NOTHING);
  return watch(signIn);
}

/** The window at an address that is known; call it in a press. */
function openAt(url: string, onClosed: () => void): void {
  const popup = openWindow(url);
  if (popup) {
    follow({ popup, onClosed });
    change({ isOpen: true });
  } else change({ isOpen: false, outcome: { kind: 'blocked', open: () => openAt(url, onClosed) } });
}

/**
 * Opens the window in which an administrator signs in to Xero. Call it in a press: the window is opened there and then, still
 * empty, since browsers let none open behind an answer that is waited for. A second one takes the place of the first.
 *
 * @param begin asks for the address of the sign-in; when it throws, the window is closed again
 * @param onClosed called a second after the window has closed, by whomever, also when nobody shows its outcome any more
 */
export async function openXeroWindow(begin: () => Promise<string>, onClosed: () => void): Promise<void> {
  const popup = openWindow('');
  if (!popup) return openAt(await begin(), onClosed);
  const stop = follow({ popup, onClosed });
  try {
    popup.location.replace(await begin());
    if (!popup.closed) change({ isOpen: true });
  } catch (error) {
    stop();
    popup.close();
    throw error;
  }
}

/** The outcome is no longer true: the connection it speaks of was cleared. */
export const forgetXeroOutcome = (): void => change({ outcome: null });

/** As if none had been opened: for tests. */
export function resetXeroWindow(): void {
  end?.();
  change(NOTHING);
}
