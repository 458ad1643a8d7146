import { currentProof, subscribeToProof } from '@ezdash/store';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import { manifests, RemoteView } from '../../remotes';

const REMOTE = 'mf-settings';
const MODULE = 'Proof';

/** The dialog could not be loaded: whoever waits for it hears of it as of a call that found no server. */
function ProofFailed() {
  const asked = useSyncExternalStore(subscribeToProof, currentProof);
  useEffect(() => asked?.fail(), [asked]);
  return null;
}

/** Place of the dialog "Confirm that it is you", which is the accounts' team's: loaded when the first page asks for it. */
export function ProofHost() {
  const { search } = useLocation();
  const asked = useSyncExternalStore(subscribeToProof, currentProof);
  const [summoned, setSummoned] = useState(false);
  // Who went to an account elsewhere to prove it comes back with this; the dialog's module says that it worked.
  const isBack = new URLSearchParams(search).get('social') === 'confirmed';
  const wanted = summoned || asked !== null || isBack;
  const isKnown = manifests().some(({ name }) => name === REMOTE);
  useEffect(() => {
    if (wanted) setSummoned(true);
  }, [wanted]);
  if (!wanted) return null;
  return isKnown ? <RemoteView remote={REMOTE} module={MODULE} failed={<ProofFailed />} /> : <ProofFailed />;
}
