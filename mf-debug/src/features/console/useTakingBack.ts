import { failureOf, useWithProof } from '@ezdash/store';
import { toast, useConfirm } from '@ezdash/ui';
import { useCallback, useState } from 'react';
import { focusHeading } from './focusHeading';

/** What is said about taking something back. */
export interface TakingBackWords {
  title: string;
  text: string;
  verb: string;
  danger?: boolean;
  /** Said when it is done. */
  done: string;
}

interface TakingBack<Row> {
  wordsOf: (row: Row) => TakingBackWords;
  act: (id: number) => Promise<unknown>;
  /** Null when a new try begins. */
  onFailure: (error: unknown) => void;
}

/**
 * Takes back what a row gives, a token, a key or an invitation, after a question and with a proof; `busyId`: the one that
 * is being taken back. The row's button goes with it: the focus goes to the head of the page.
 */
export function useTakingBack<Row extends { id: number }>({ wordsOf, act, onFailure }: TakingBack<Row>) {
  const { run } = useWithProof();
  const confirm = useConfirm();
  const [busyId, setBusyId] = useState<number | null>(null);
  const ask = useCallback(
    async (row: Row) => {
      const { done, ...question } = wordsOf(row);
      if (!(await confirm(question))) return;
      setBusyId(row.id);
      onFailure(null);
      try {
        await run(() => act(row.id));
        toast({ text: done });
        focusHeading();
      } catch (error) {
        onFailure(failureOf(error));
      } finally {
        setBusyId(null);
      }
    },
    [act, confirm, onFailure, run, wordsOf],
  );
  return { ask, busyId };
}
