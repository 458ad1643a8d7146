import { STORAGE_KEYS } from '@ezdash/contracts/constants';
import { page, storage } from './browser';

/** Parts of the page that ask for the debug sign-in themselves. */
const askers = new Set<symbol>();

/**
 * The debug session is over: its token goes, and the page is loaded anew, as the specification says of the tool's calls;
 * but for a page that asks for the sign-in itself, since what was typed would be lost.
 */
export function endDebugSession(): void {
  storage.remove(STORAGE_KEYS.debugToken);
  if (askers.size === 0) page.reload();
}

/** For the console, which asks for the sign-in over the page: until the answer is called, no end of a debug session reloads it. */
export function askInsteadOfReload(): () => void {
  const asker = Symbol('asks for the debug sign-in');
  askers.add(asker);
  return () => void askers.delete(asker);
}
