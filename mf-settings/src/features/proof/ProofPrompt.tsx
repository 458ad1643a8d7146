import { currentProof, subscribeToProof } from '@ezdash/store';
import { useSyncExternalStore } from 'react';
import { ProofDialog } from './ProofDialog';
import { useConfirmedReturn } from './useConfirmedReturn';

/** The one dialog of the page that asks for a proof, whichever remote needs it. */
export function ProofPrompt() {
  useConfirmedReturn();
  const asked = useSyncExternalStore(subscribeToProof, currentProof);
  return (
    <ProofDialog
      opened={asked !== null}
      onProved={(until) => asked?.answer(until)}
      onCancel={() => asked?.answer(null)}
    />
  );
}
