import type { BlockInput, BlockKind } from '@ezdash/contracts';
import { type ApiError, toApiError } from '@ezdash/store';
import { toast } from '@ezdash/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePublisherBlockMutation, usePublisherUnblockMutation } from './adReview.api';

/** What is blocked, or allowed again, and what people call it. */
export interface Blocked {
  kind: BlockKind;
  value: string;
  name: string;
}

export interface BlockProblem {
  name: string;
  error: ApiError;
}

export interface Blocking {
  /** On the properties named, or on all (null). Answers whether it was done. */
  block(what: Blocked, properties: string[] | null): Promise<boolean>;
  unblock(what: Blocked, properties: string[] | null): Promise<boolean>;
  /** The last change that was refused. */
  problem: BlockProblem | null;
}

/** Blocks and allows at once, each with an Undo that takes back only what this change did. */
export function useBlocking(): Blocking {
  const { t } = useTranslation('publisher');
  const [add] = usePublisherBlockMutation();
  const [remove] = usePublisherUnblockMutation();
  const [problem, setProblem] = useState<BlockProblem | null>(null);

  const change = async (isBlock: boolean, what: Blocked, properties: string[] | null): Promise<boolean> => {
    const { kind, value, name } = what;
    const send = (input: BlockInput, isAdd: boolean) => (isAdd ? add(input) : remove(input)).unwrap();
    setProblem(null);
    try {
      const done = await send({ kind, value, properties }, isBlock);
      const undo = async () => {
        try {
          await send({ kind, value, properties: done.properties }, !isBlock);
          toast({ text: t(isBlock ? 'adReview.allowed' : 'adReview.blocked', { name }) });
        } catch (thrown) {
          const error = toApiError(thrown);
          if (error) setProblem({ name, error });
        }
      };
      const said = properties === null ? 'Everywhere' : '';
      toast({
        text: t(isBlock ? `adReview.blocked${said}` : `adReview.allowed${said}`, { name }),
        undo: done.properties.length > 0 ? () => void undo() : undefined,
      });
      return true;
    } catch (thrown) {
      const error = toApiError(thrown);
      if (error) setProblem({ name, error });
      return false;
    }
  };
  return {
    block: (what, properties) => change(true, what, properties),
    unblock: (what, properties) => change(false, what, properties),
    problem,
  };
}
