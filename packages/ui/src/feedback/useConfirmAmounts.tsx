import { useTranslation } from 'react-i18next';
import { useFormat } from '../format/useFormat';
import { confirm } from './confirm';

/** An amount that is about to be saved. */
export interface AmountChange {
  /** What it is, or whose: "Max bid, CPM", "Winter shells". */
  label: string;
  /** As saved, in micros; null for none, undefined where the page does not know it. */
  before: number | null | undefined;
  after: number | null;
}

const MOST_TIMES = 10;
const MOST_SHOWN = 5;
const DIGITS = [2, 4] as const;

/** A change of more than tenfold, either way: mostly a slip of a decimal mark. From and to nothing is a choice. */
export function isSurprising({ before, after }: AmountChange): boolean {
  if (before === undefined) return true;
  if (!before || !after) return false;
  return Math.max(before, after) > MOST_TIMES * Math.min(before, after);
}

/** Asks before amounts are saved that change more than tenfold; yes at once where none does. */
export function useConfirmAmounts(): (changes: readonly AmountChange[]) => Promise<boolean> {
  const { t } = useTranslation('ui');
  const format = useFormat();
  const amount = (micros: number | null | undefined) =>
    micros == null ? t('amounts.unknown') : format.money(micros, { digits: DIGITS });
  return async (changes) => {
    const asked = changes.filter(isSurprising);
    const [first] = asked;
    if (!first) return true;
    const more = asked.length - MOST_SHOWN;
    const lines = asked
      .slice(0, MOST_SHOWN)
      .map(({ label, before, after }) =>
        t('amounts.change', { label, before: amount(before), after: amount(after) }),
      );
    if (more > 0) lines.push(t('amounts.more', { count: more }));
    return confirm({
      title: t('amounts.title'),
      text: <p className="ez-confirm-lines">{lines.join('\n')}</p>,
      verb: asked.length === 1 ? t('amounts.verb', { after: amount(first.after) }) : t('amounts.verbAll'),
    });
  };
}
