import { STORAGE_KEYS } from '@ezdash/contracts/constants';
import { storage } from '@ezdash/store';

/** The debug tool shows its button: asked for by the address, by this browser's flag, or signed in already. */
export function debugToolWanted(search: string): boolean {
  if (new URLSearchParams(search).get('debug') === 'true') return true;
  // The flag is "true" or "1" by whoever set it; "false" is the one value that means no.
  const visible = storage.get(STORAGE_KEYS.debugVisible);
  return (visible !== null && visible !== 'false') || Boolean(storage.get(STORAGE_KEYS.debugToken));
}

/**
 * Ctrl+Shift+D or Ctrl+Alt+D. The physical key counts, since Alt changes the letter on some keyboards; AltGr, which
 * Windows reports as Ctrl+Alt, is somebody typing a letter.
 */
export function isDebugShortcut(event: KeyboardEvent): boolean {
  if (!event.ctrlKey || !(event.shiftKey || event.altKey) || event.getModifierState('AltGraph')) return false;
  return event.code === 'KeyD' || event.key.toLowerCase() === 'd';
}
