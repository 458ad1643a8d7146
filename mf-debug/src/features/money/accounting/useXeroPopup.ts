import { useSyncExternalStore } from 'react';
import {
  forgetXeroOutcome,
  openXeroWindow,
  subscribeToXeroWindow,
  type XeroOutcome,
  xeroWindowState,
} from './xeroWindow';

export interface XeroPopup {
  /** Call it in a press; see `openXeroWindow`. */
  open: typeof openXeroWindow;
  isOpen: boolean;
  outcome: XeroOutcome | null;
  /** The outcome is no longer true: the connection it speaks of was cleared. */
  forget: () => void;
}

/**
 * The window in which an administrator signs in to Xero. There is one in a page: its minute, what it says and what follows
 * belong to the page and go on when the tab or the page that opened it is left.
 */
export function useXeroPopup(): XeroPopup {
  const { isOpen, outcome } = useSyncExternalStore(subscribeToXeroWindow, xeroWindowState);
  return { open: openXeroWindow, isOpen, outcome, forget: forgetXeroOutcome };
}
