import { failureOf, page } from '@ezdash/store';
import { useState } from 'react';
import { useDebugEndViewMutation, useDebugStartViewMutation } from '../debugTool.api';
import { useDebugProof } from '../proof/useDebugProof';
import { addressAfterView, addressOfView } from './userFacts';

interface Problem {
  failure: 'view' | 'endView';
  error: unknown;
}

/** The same page when it can stay (null). */
function loadAnew(address: string | null): void {
  if (address === null) page.reload();
  else page.go(address);
}

/** Seeing the pages with a user's eyes, and with one's own again: the page is loaded anew after both. */
export function useView() {
  const { run } = useDebugProof();
  const [start] = useDebugStartViewMutation();
  const [end] = useDebugEndViewMutation();
  /** Id of the user whose view begins, or what ends. */
  const [busy, setBusy] = useState<number | 'end' | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);

  const act = async (what: number | 'end', failure: Problem['failure'], action: () => Promise<unknown>) => {
    if (busy !== null) return;
    setBusy(what);
    setProblem(null);
    try {
      await run(action);
      return true;
    } catch (thrown) {
      const error = failureOf(thrown);
      if (error) setProblem({ failure, error });
    } finally {
      setBusy(null);
    }
    return false;
  };
  return {
    busy,
    problem,
    begin: async ({ id, role }: { id: number; role: string }) => {
      if (!(await act(id, 'view', () => start(id).unwrap()))) return;
      loadAnew(addressOfView(role, window.location.pathname));
    },
    stop: async () => {
      if (await act('end', 'endView', () => end().unwrap()))
        loadAnew(addressAfterView(window.location.pathname));
    },
  };
}
