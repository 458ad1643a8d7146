import type { Asset } from '@ezdash/contracts';
import { type Form, type Problems, useForm } from '@ezdash/ui';
import { useChainProblem } from './useChainProblem';

export interface WordsFormProps {
  /** Another network may count the clicks: not where they are paid for. */
  withChain: boolean;
  onAdded: (asset: Asset) => void;
  onCancel: () => void;
}

interface WordsFormOptions<Values> {
  initial: Values;
  /** Of the fields beside the click counter's. */
  check: (values: Values) => Problems<Values>;
  /** Sends the words; `chain` is the click counter's address, null without one. */
  add: (values: Values, chain: string | null) => Promise<Asset>;
  onAdded: WordsFormProps['onAdded'];
}

/** The form of a creative made of words, which may have a click counter. */
export function useWordsForm<Values extends { click_chain: string }>({
  initial,
  check,
  add,
  onAdded,
}: WordsFormOptions<Values>): Form<Values> {
  const chainProblem = useChainProblem();
  return useForm<Values>({
    initial,
    check: (values) => ({ ...check(values), click_chain: chainProblem(values.click_chain) }),
    onSubmit: async (values) => onAdded(await add(values, values.click_chain.trim() || null)),
  });
}
