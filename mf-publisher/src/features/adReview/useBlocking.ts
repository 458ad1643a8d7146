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

/** Where: on the property that is looked at, on one that is named, or on all (null). */
export type Where = { id: string; name?: string } | null;

export interface BlockProblem {
  name: string;
  error: ApiError;
}

export interface Blocking {
  /** Answers whether it was done. */
  block(what: Blocked, where: Where): Promise<boolean>;
  unblock(what: Blocked, where: Where): Promise<boolean>;
  /** The last change that was refused. */
  problem: BlockProblem | null;
}

const suffixOf = (where: Where) => (where === null ? 'Everywhere' : where.name === undefined ? '' : 'On');

/** Blocks and allows at once, each with an Undo that takes back only what this change did. */
export function useBlocking(): Blocking {
  const { t } = useTranslation('publisher');
  const [add] = usePublisherBlockMutation();
  const [remove] = usePublisherUnblockMutation();
  const [problem, setProblem] = useState<BlockProblem | null>(null);

  const change = async (isBlock: boolean, what: Blocked, where: Where): Promise<boolean> => {
    const { kind, value, name } = what;
    const send = (input: BlockInput, isAdd: boolean) => (isAdd ? add(input) : remove(input)).unwrap();
    const said = suffixOf(where);
    const words = { name, property: where?.name ?? '' };
    setProblem(null);
    try {
      const done = await send({ kind, value, properties: where === null ? null : [where.id] }, isBlock);
      const undo = async () => {
        try {
          await send({ kind, value, properties: done.properties }, !isBlock);
          // Of several properties some may have been so before: what is taken back is this change alone.
          const text =
            where === null
              ? t('adReview.undone', words)
              : t(isBlock ? `adReview.allowed${said}` : `adReview.blocked${said}`, words);
          toast({ text });
        } catch (thrown) {
          const error = toApiError(thrown);
          if (error) setProblem({ name, error });
        }
      };
      toast({
        text: t(isBlock ? `adReview.blocked${said}` : `adReview.allowed${said}`, words),
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
    block: (what, where) => change(true, what, where),
    unblock: (what, where) => change(false, what, where),
    problem,
  };
}
