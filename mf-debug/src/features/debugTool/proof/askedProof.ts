/** Who waits for a proof; `true` when it was given. */
type Answer = (isProven: boolean) => void;

interface State {
  asked: Answer | null;
  /** Places where the dialog can be shown, the one that shows it first. */
  hosts: readonly symbol[];
}

let state: State = { asked: null, hosts: [] };
const listeners = new Set<() => void>();

function change(next: Partial<State>): void {
  state = { ...state, ...next };
  for (const listener of listeners) listener();
}

export const proofState = (): State => state;
export function subscribeToProofs(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A place that shows the dialog from now on, unless another one does; answers how to take it away. */
export function addProofHost(host: symbol): () => void {
  change({ hosts: [...state.hosts, host] });
  return () => {
    change({ hosts: state.hosts.filter((other) => other !== host) });
    if (state.hosts.length === 0) state.asked?.(false);
  };
}

let open: Promise<boolean> | null = null;

/** Asks for the proof; null when there is no place to ask. Two who ask at once get the same answer. */
export function askProof(): Promise<boolean> | null {
  if (open) return open;
  if (state.hosts.length === 0) return null;
  const mine = new Promise<boolean>((resolve) => {
    change({
      asked: (isProven) => {
        open = null;
        change({ asked: null });
        resolve(isProven);
      },
    });
  });
  open = mine;
  return mine;
}
