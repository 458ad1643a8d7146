import { useWithProof } from '@ezdash/store';
import { toast, useForm } from '@ezdash/ui';
import { ChangeDialog } from './ChangeDialog';

export interface PlainChange {
  title: string;
  verb: string;
  danger?: boolean;
  /** What visitors will get. */
  says: readonly string[];
  notDone: string;
  /** Said when it is done. */
  done: string;
  act: (why: string) => Promise<unknown>;
}

/** A change that there is nothing to choose about: it asks why, and is done. */
export function PlainDialog({ change, onClose }: { change: PlainChange; onClose: () => void }) {
  const { done, act, ...said } = change;
  const { run } = useWithProof();
  const form = useForm<{ why: string }>({
    initial: { why: '' },
    onSubmit: async ({ why }) => {
      await run(() => act(why.trim()));
      toast({ text: done });
      onClose();
    },
  });
  return <ChangeDialog {...said} form={form} why={form.field('why')} onClose={onClose} />;
}
