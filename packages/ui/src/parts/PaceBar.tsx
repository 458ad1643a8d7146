import { useTranslation } from 'react-i18next';
import { useFormat } from '../format/useFormat';

interface PaceBarProps {
  /** Share of the budget that is spent, 0 to 1; more is drawn as full. */
  spent: number;
  /** Share that even pacing would have spent by now. Left out, no tick is drawn. */
  due?: number;
  /** What the budget belongs to, for assistive technology: a campaign's name. */
  label: string;
}

const full = (share: number) => `${(Math.min(1, Math.max(0, share)) * 100).toFixed(2)}%`;

/** Spent so far, with a tick where an even pace would stand now. Shown wherever a budget is. */
export function PaceBar({ spent, due, label }: PaceBarProps) {
  const { t } = useTranslation('ui');
  const format = useFormat();
  const share = format.percent(spent, 0);
  const spoken =
    due === undefined
      ? t('pace.spent', { label, spent: share })
      : t('pace.spentOfDue', { label, spent: share, due: format.percent(due, 0) });
  return (
    <span className="ez-pace" role="img" aria-label={spoken} data-full={spent >= 1 || undefined}>
      <span style={{ inlineSize: full(spent) }} />
      {due === undefined ? null : <i style={{ insetInlineStart: full(due) }} />}
    </span>
  );
}
