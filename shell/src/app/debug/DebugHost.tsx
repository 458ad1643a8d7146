import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { manifests, RemoteView } from '../../remotes';
import { debugToolWanted, isDebugShortcut } from './debugToolWanted';

const REMOTE = 'mf-debug';
const MODULE = 'DebugTool';
/** The tool sets it once its own listener for the shortcut is there; to be in the page is not yet to listen. */
const LISTENS = '[data-debug-tool-listens]';

/** Runs `action` once the tool listens. */
function whenListening(action: () => void): () => void {
  const look = () => {
    if (!document.querySelector(LISTENS)) return false;
    action();
    return true;
  };
  if (look()) return () => {};
  const observer = new MutationObserver(() => {
    if (look()) observer.disconnect();
  });
  const attributeFilter = ['data-debug-tool-listens'];
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter });
  return () => observer.disconnect();
}

/**
 * Place of the debug tool. Its code is loaded for those who want it and for nobody else. A press that comes before its
 * own listener exists, be it the one that asks for it, is repeated when the tool has arrived.
 */
export function DebugHost() {
  const { search } = useLocation();
  const [summoned, setSummoned] = useState(false);
  const known = manifests().some((manifest) => manifest.name === REMOTE);
  const wanted = known && (summoned || debugToolWanted(search));

  useEffect(() => {
    if (!known) return;
    let forget = () => {};
    const listen = (event: KeyboardEvent) => {
      if (!isDebugShortcut(event) || document.querySelector(LISTENS)) return;
      event.preventDefault();
      const { key, code, ctrlKey, shiftKey, altKey } = event;
      const pressed = { key, code, ctrlKey, shiftKey, altKey, bubbles: true, cancelable: true };
      setSummoned(true);
      forget();
      forget = whenListening(() => document.dispatchEvent(new KeyboardEvent('keydown', pressed)));
    };
    window.addEventListener('keydown', listen);
    return () => {
      window.removeEventListener('keydown', listen);
      forget();
    };
  }, [known]);

  // It may vanish from the address on the way to another page, but not from under the person who uses it.
  useEffect(() => {
    if (wanted) setSummoned(true);
  }, [wanted]);

  return wanted ? <RemoteView remote={REMOTE} module={MODULE} /> : null;
}
