import { isNameOf } from '@ezdash/contracts/constants';
import { ownerOf } from './ownerOf';
import type { TabFacts } from './swapSafety';
import type { Change, Typed } from './typed';

/** The elements of a remote that are in the page. */
export function rootsOf(remote: string): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(`[data-mf-remote="${remote}"]`)];
}

const isShown = (element: Element) => element.checkVisibility?.() ?? true;

function dialogsOf(remote: string): Element[] {
  const dialogs = [
    ...document.querySelectorAll('[role="dialog"], [role="alertdialog"], dialog[open]'),
  ].filter(isShown);
  // One that the page waits for may be asked on the remote's behalf, whoever shows it: "Confirm that it is you".
  return dialogs.filter(
    (dialog) => dialog.getAttribute('aria-modal') === 'true' || ownerOf(dialog) === remote,
  );
}

/** Whether the page would ask before it is left: it is asked the way a browser asks, without leaving. */
function asksBeforeLeaving(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
}

/** What there is to lose of a remote in this tab now. `changes`: all calls of the store that change something. */
export function readTabFacts(
  remote: string,
  namespace: string,
  typed: Typed,
  changes: readonly Change[],
): TabFacts {
  const { activeElement } = document;
  const own = changes.filter(({ endpointName }) => isNameOf(namespace, endpointName));
  return {
    focused: activeElement && ownerOf(activeElement) === remote ? activeElement : null,
    roots: rootsOf(remote),
    dialogs: dialogsOf(remote),
    hasTyped: typed.has(remote, own),
    isSending: changes.some(({ status }) => status === 'pending'),
    asksBeforeLeaving: asksBeforeLeaving(),
  };
}
