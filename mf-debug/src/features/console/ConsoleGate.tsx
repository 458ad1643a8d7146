import { askInsteadOfReload, useAppDispatch, useAppStore, useSession } from '@ezdash/store';
import { Button, ErrorState, Modal, PageSkeleton, Panel, usePageTitle } from '@ezdash/ui';
import { type FocusEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { LoginForm } from '../debugTool/LoginForm';
import { DebugProofHost } from '../debugTool/proof/DebugProofHost';
import { askAgain } from './askAgain';
import styles from './console.module.css';
import { type Door, useDoor } from './useDoor';

/** Where an admin is outside of the console. */
const OUTSIDE = '/settings/profile';

/** What is signed in shows by itself. */
const nothing = () => undefined;

/** Dialogs of the page listen for Escape at the window, before all others: this is their sign that a key is not for them. */
const keepEscape = ({ target }: FocusEvent) => target.setAttribute('data-mantine-stop-propagation', 'true');

interface SignInProps {
  email: string;
  door: Door;
}

/** In place of a page that was not open yet. */
function SignInPage({ email, door }: SignInProps) {
  const { t } = useTranslation('debug');
  const title = t('console.signIn');
  usePageTitle(title);
  return (
    <div className={styles.gate}>
      <h1>{title}</h1>
      <Panel label={title}>
        <LoginForm
          lead={t(door === 'other' ? 'console.other' : 'console.why')}
          email={email}
          onSignedIn={nothing}
        />
      </Panel>
      <p className={styles.quiet}>{t('console.ends')}</p>
    </div>
  );
}

/** Over a page that was open: it stays as it is underneath. Nothing but signing in, or leaving the page, closes it. */
function SignInOver({ email, door }: SignInProps) {
  const { t } = useTranslation('debug');
  const navigate = useNavigate();
  return (
    <Modal.Root
      opened
      onClose={nothing}
      closeOnEscape={false}
      closeOnClickOutside={false}
      size={400}
      padding={0}
      zIndex="var(--ez-z-gate)"
    >
      <Modal.Overlay />
      <Modal.Content className="ez-dialog" onFocusCapture={keepEscape}>
        <div className="ez-dialog-head">
          <Modal.Title>{t(door === 'other' ? 'console.signIn' : 'console.over')}</Modal.Title>
        </div>
        <div className={`ez-dialog-body ${styles.over}`}>
          <LoginForm
            lead={t(door === 'other' ? 'console.other' : 'console.overText')}
            email={email}
            onSignedIn={nothing}
          />
          <Button variant="subtle" fullWidth onClick={() => void navigate(OUTSIDE)}>
            {t('console.leave')}
          </Button>
        </div>
      </Modal.Content>
    </Modal.Root>
  );
}

/** The server says nothing of the stored token. */
function Unanswered({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation('debug');
  return (
    <Panel>
      <ErrorState title={t('console.unanswered')} onRetry={onRetry}>
        {t('console.unansweredText')}
      </ErrorState>
    </Panel>
  );
}

/**
 * The console's pages, for an admin with a debug session. Before there is one the sign-in stands in their place. When
 * it ends meanwhile the sign-in comes over the page, which stays mounted and inert: what was typed is still there
 * afterwards, and what could not be loaded is asked for again.
 */
export function ConsoleGate({ children }: { children: ReactNode }) {
  const { user } = useSession();
  const { door, ask } = useDoor();
  const dispatch = useAppDispatch();
  const store = useAppStore();
  const [wasOpen, setWasOpen] = useState(false);
  const id = useId();
  if (door === 'open' && !wasOpen) setWasOpen(true);
  useEffect(() => {
    if (door === 'open') askAgain(dispatch, store.getState());
  }, [door, dispatch, store]);

  // What was typed is on the page from now on.
  useEffect(() => (wasOpen ? askInsteadOfReload() : undefined), [wasOpen]);

  if (!user) return null;
  const isShown = door === 'open' || wasOpen;
  const isLocked = door === 'closed' || door === 'other';
  if (!isShown) {
    if (door === 'asking') return <PageSkeleton />;
    if (door === 'unanswered') return <Unanswered onRetry={ask} />;
    return <SignInPage email={user.email} door={door} />;
  }
  return (
    <>
      <div id={id} inert={isLocked}>
        {children}
      </div>
      <DebugProofHost />
      {isLocked ? <SignInOver email={user.email} door={door} /> : null}
    </>
  );
}
