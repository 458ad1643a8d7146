import { useEffect, useState, useSyncExternalStore } from 'react';
import { addProofHost, proofState, subscribeToProofs } from './askedProof';
import { ProofDialog } from './ProofDialog';

/** Place of the dialog that asks for a proof. The tool has one, and so has the console; one of them shows it. */
export function DebugProofHost() {
  const [host] = useState(() => Symbol('proof'));
  useEffect(() => addProofHost(host), [host]);
  const { asked, hosts } = useSyncExternalStore(subscribeToProofs, proofState);
  if (asked === null || hosts[0] !== host) return null;
  return <ProofDialog onProven={() => asked(true)} onClose={() => asked(false)} />;
}
