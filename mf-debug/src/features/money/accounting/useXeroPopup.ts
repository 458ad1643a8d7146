import type { XeroMessage } from '@ezdash/contracts';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

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
  /** The browser did not let it open; `url` is where it would have gone. */
  | { kind: 'blocked'; url: string };

export interface XeroPopup {
  /** Call it in a press: browsers let no window open by itself. A second one takes the place of the first. */
  open: (url: string) => void;
  isOpen: boolean;
  outcome: XeroOutcome | null;
  /** The outcome is no longer true: the connection it speaks of was cleared. */
  forget: () => void;
}

/** In the middle of this page's window, on whichever screen that is. */
function features(): string {
  const { width, height } = XERO_POPUP;
  const left = Math.round(window.screenX + (window.outerWidth - width) / 2);
  const top = Math.round(window.screenY + (window.outerHeight - height) / 2);
  return `popup,width=${width},height=${height},left=${left},top=${top}`;
}

/** The message, if it comes from the window that was opened and from a page of ours in it. */
function readMessage({ origin, source, data }: MessageEvent, popup: Window): XeroMessage | null {
  if (source !== popup || origin !== window.location.origin) return null;
  const { type, error }: { type?: unknown; error?: unknown } = Object(data);
  if (type === 'xero-auth-success') return { type };
  if (type !== 'xero-auth-error') return null;
  // Without words of its own it is still an error: whoever shows it has a text for it.
  return { type, error: typeof error === 'string' ? error : '' };
}

/**
 * The window in which an administrator signs in to Xero. `onClosed` is called a second after it has closed, by whomever:
 * then the status is asked for again.
 */
export function useXeroPopup(onClosed: () => void): XeroPopup {
  const [isOpen, setOpen] = useState(false);
  const [outcome, setOutcome] = useState<XeroOutcome | null>(null);
  const latest = useRef(onClosed);
  useLayoutEffect(() => {
    latest.current = onClosed;
  });
  /** Ends what belongs to the window that was opened last: it is heard, and its end awaited, no longer. */
  const end = useRef<(() => void) | null>(null);
  const refresh = useRef<ReturnType<typeof setTimeout>>(undefined);

  const open = useCallback((url: string) => {
    end.current?.();
    setOutcome(null);
    const popup = window.open(url, 'xero-auth', features());
    if (!popup) {
      setOutcome({ kind: 'blocked', url });
      return;
    }
    setOpen(true);
    const hear = (event: MessageEvent) => {
      const message = readMessage(event, popup);
      if (!message) return;
      setOutcome(
        message.type === 'xero-auth-success' ? { kind: 'success' } : { kind: 'error', error: message.error },
      );
    };
    const look = setInterval(() => {
      if (popup.closed) closed();
    }, LOOK_EVERY_MS);
    const close = setTimeout(() => {
      setOutcome((known) => known ?? { kind: 'too-late' });
      popup.close();
      closed();
    }, XERO_POPUP.closeAfterMs);
    window.addEventListener('message', hear);
    const stop = () => {
      clearInterval(look);
      clearTimeout(close);
      clearTimeout(refresh.current);
      window.removeEventListener('message', hear);
      end.current = null;
    };
    // Its last word may arrive behind its end.
    const closed = () => {
      clearInterval(look);
      clearTimeout(close);
      setOpen(false);
      refresh.current = setTimeout(() => {
        stop();
        latest.current();
      }, XERO_POPUP.refreshAfterMs);
    };
    end.current = stop;
  }, []);

  const forget = useCallback(() => setOutcome(null), []);
  useEffect(() => () => end.current?.(), []);
  return { open, isOpen, outcome, forget };
}
