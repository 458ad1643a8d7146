import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { glyphs } from './glyphs';
import { type State, states } from './states';

interface StatusProps {
  state: State;
  /** In place of the state's own word, where its reader needs another. */
  label?: string;
  /** Without the fill: in tables and lists. */
  plain?: boolean;
  /** Why, in a few words. Under the state in a table, behind it elsewhere. */
  reason?: ReactNode;
  /** The reason on a line of its own. */
  stacked?: boolean;
}

/** A state of something, shape first, then colour, always with its word. */
export function Status({ state, label, plain, reason, stacked }: StatusProps) {
  const { t } = useTranslation('ui');
  const [tone, glyph] = states[state];
  return (
    <span className="ez-status-box" data-stacked={stacked || undefined}>
      <span className="ez-status" data-tone={tone} data-plain={plain || undefined}>
        <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
          {glyphs[glyph]}
        </svg>
        <span>{label ?? t(`state.${state}`)}</span>
      </span>
      {reason ? <small className="ez-status-reason">{reason}</small> : null}
    </span>
  );
}
