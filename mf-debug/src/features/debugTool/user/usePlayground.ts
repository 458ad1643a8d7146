import type { DebugPropertyAnswer, DebugPropertyChange, DebugPropertyUpdate } from '@ezdash/contracts';
import { failureOf } from '@ezdash/store';
import { useState } from 'react';
import { useDebugUndoMutation, useDebugUpdatePropertyMutation } from '../debugTool.api';
import { useDebugProof } from '../proof/useDebugProof';

export type PlaygroundTask = 'status' | 'account_type' | 'undo';
interface Problem {
  failure: 'updateProperty' | 'undo';
  error: unknown;
}

/** Changes of the page's user, one at a time; `done` is the change that was made last. */
export function usePlayground() {
  const { run } = useDebugProof();
  const [update] = useDebugUpdatePropertyMutation();
  const [takeBack] = useDebugUndoMutation();
  const [busy, setBusy] = useState<PlaygroundTask | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [done, setDone] = useState<DebugPropertyChange | null>(null);

  const act = async (
    task: PlaygroundTask,
    failure: Problem['failure'],
    action: () => Promise<DebugPropertyAnswer>,
  ) => {
    if (busy) return;
    setBusy(task);
    setProblem(null);
    setDone(null);
    try {
      setDone((await run(action)).change ?? null);
    } catch (thrown) {
      const error = failureOf(thrown);
      if (error) setProblem({ failure, error });
    } finally {
      setBusy(null);
    }
  };
  return {
    busy,
    problem,
    done,
    change: (wish: DebugPropertyUpdate) => act(wish.property, 'updateProperty', () => update(wish).unwrap()),
    undo: (changeId: number) => act('undo', 'undo', () => takeBack(changeId).unwrap()),
  };
}
export type PlaygroundState = ReturnType<typeof usePlayground>;
