import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { manifests, RemoteView } from '../../remotes';
import { debugToolWanted, isDebugShortcut } from './debugToolWanted';

const REMOTE = 'mf-debug';
const MODULE = 'DebugTool';
const MOUNTED = `[data-mf-remote="${REMOTE}"][data-mf-module="${MODULE}"]`;

/** Runs `action` once the tool is in the page and its effects have run. */
function whenMounted(action: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    if (!document.querySelector(MOUNTED)) return false;
    timer = setTimeout(action, 50);
    return true;
  };
  if (look()) return () => clearTimeout(timer);
  const observer = new MutationObserver(() => {
    if (look()) observer.disconnect();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    observer.disconnect();
    clearTimeout(timer);
  };
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
      if (!isDebugShortcut(event) || document.querySelector(MOUNTED)) return;
      event.preventDefault();
      const { key, code, ctrlKey, shiftKey, altKey } = event;
      const pressed = { key, code, ctrlKey, shiftKey, altKey, bubbles: true, cancelable: true };
      setSummoned(true);
      forget();
      forget = whenMounted(() => document.dispatchEvent(new KeyboardEvent('keydown', pressed)));
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
