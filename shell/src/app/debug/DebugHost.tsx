import { useEffect, useRef, useState } from 'react';
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
 * Place of the debug tool. Its code is loaded for those who want it and for nobody else. The press that asks for it
 * comes before its own listener exists, so it is repeated when the tool has arrived.
 */
export function DebugHost() {
  const { search } = useLocation();
  const [summoned, setSummoned] = useState(false);
  const press = useRef<KeyboardEventInit | null>(null);
  const known = manifests().some((manifest) => manifest.name === REMOTE);
  const wanted = known && (summoned || debugToolWanted(search));

  useEffect(() => {
    if (!known || wanted) return;
    const listen = (event: KeyboardEvent) => {
      if (!isDebugShortcut(event)) return;
      event.preventDefault();
      const { key, code, ctrlKey, shiftKey, altKey } = event;
      press.current = { key, code, ctrlKey, shiftKey, altKey, bubbles: true, cancelable: true };
      setSummoned(true);
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [known, wanted]);

  useEffect(() => {
    const pressed = press.current;
    if (!summoned || !pressed) return;
    return whenMounted(() => {
      press.current = null;
      document.dispatchEvent(new KeyboardEvent('keydown', pressed));
    });
  }, [summoned]);

  // It may vanish from the address on the way to another page, but not from under the person who uses it.
  useEffect(() => {
    if (wanted) setSummoned(true);
  }, [wanted]);

  return wanted ? <RemoteView remote={REMOTE} module={MODULE} /> : null;
}
