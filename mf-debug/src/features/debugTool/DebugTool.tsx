import { STORAGE_KEYS } from '@ezdash/contracts/constants';
import { storage, useAppDispatch } from '@ezdash/store';
import { IconBug } from '@ezdash/ui';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { DebugPanel } from './DebugPanel';
import { useConfirmedSession } from './debugSlice';
import { verifySession } from './debugTool.api';
import styles from './debugTool.module.css';
import { LoginDialog } from './LoginDialog';
import { useInteractions } from './logs/useInteractions';
import { DebugProofHost } from './proof/DebugProofHost';
import { isToggleShortcut } from './shortcut';
import { useErrorLog } from './useErrorLog';
import { useSessionUse } from './useSessionUse';

/** The button is shown by the address, by this browser's flag, or by a stored token. */
function isButtonWanted(search: string): boolean {
  if (new URLSearchParams(search).get('debug') === 'true') return true;
  const flag = storage.get(STORAGE_KEYS.debugVisible);
  return (flag !== null && flag !== 'false') || Boolean(storage.get(STORAGE_KEYS.debugToken));
}

/** Once asked for by the address, the button stays for this page load: links within the app drop the parameter. */
function useButtonWanted(): boolean {
  const { search } = useLocation();
  const [asked, setAsked] = useState(false);
  const byAddress = new URLSearchParams(search).get('debug') === 'true';
  useEffect(() => {
    if (byAddress) setAsked(true);
  }, [byAddress]);
  return asked || isButtonWanted(search);
}

type Shown = 'nothing' | 'login' | 'panel';

/** The admin's tool over whatever page is open: button, shortcut, login dialog, panel. */
export function DebugTool() {
  const { t } = useTranslation('debug');
  const dispatch = useAppDispatch();
  const session = useConfirmedSession();
  const [shown, setShown] = useState<Shown>('nothing');
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const opener = useRef<Element | null>(null);
  useErrorLog();
  useSessionUse();
  useInteractions(session !== null);

  // A stored session is worth what the server says of it now.
  useEffect(() => {
    void verifySession(dispatch);
  }, [dispatch]);

  const open = useCallback((what: 'login' | 'panel') => {
    opener.current = document.activeElement;
    setShown(what);
  }, []);
  const close = useCallback(() => {
    setShown('nothing');
    const back = opener.current instanceof HTMLElement && opener.current.isConnected ? opener.current : null;
    (back && back !== document.body ? back : button.current)?.focus();
  }, []);
  const toggle = useCallback(async () => {
    if (shown === 'panel') return close();
    if (shown === 'login') return;
    open(session !== null || (await verifySession(dispatch)) ? 'panel' : 'login');
  }, [shown, session, close, open, dispatch]);

  // With what is shown and not a moment later: a press in between would be answered for what was shown before.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isToggleShortcut(event)) return;
      event.preventDefault();
      void toggle();
    };
    window.addEventListener('keydown', onKeyDown);
    // The shell keeps a press for us until it reads this.
    root.current?.setAttribute('data-debug-tool-listens', '');
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [toggle]);

  const wanted = useButtonWanted();
  const isOpen = shown === 'panel' && session !== null;
  return (
    <div ref={root} className={styles.tool}>
      {isOpen ? <DebugPanel session={session} onClose={close} /> : null}
      {shown === 'login' ? <LoginDialog onClose={close} onSignedIn={() => setShown('panel')} /> : null}
      <DebugProofHost />
      {wanted ? (
        <button
          ref={button}
          type="button"
          className={styles.button}
          data-debug-button
          aria-label={t(isOpen ? 'tool.hide' : 'tool.show')}
          aria-expanded={isOpen}
          aria-keyshortcuts="Control+Shift+D Control+Alt+D"
          onClick={() => void toggle()}
        >
          <IconBug size={20} stroke={1.8} aria-hidden />
        </button>
      ) : null}
    </div>
  );
}
