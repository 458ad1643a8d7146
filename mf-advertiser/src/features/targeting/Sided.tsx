import type { TargetingDimension } from '@ezdash/contracts';
import { SegmentedControl } from '@ezdash/ui';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './targeting.module.css';

export type Side = 'include' | 'exclude';
export const SIDES: readonly Side[] = ['include', 'exclude'];
export const otherSide = (side: Side): Side => (side === 'include' ? 'exclude' : 'include');

interface SideSwitchProps {
  /** What is taken or left. */
  title: string;
  side: Side;
  onSide: (side: Side) => void;
}

/** Include or exclude: the one pair of words for it, wherever something is taken or left. */
export function SideSwitch({ title, side, onSide }: SideSwitchProps) {
  const { t } = useTranslation('advertiser');
  return (
    <SegmentedControl
      className={classes.side}
      aria-label={t('targetingFields.sideOf', { title })}
      data={SIDES.map((value) => ({ value, label: t(`targetingFields.${value}`) }))}
      value={side}
      onChange={(value) => onSide(value === 'exclude' ? 'exclude' : 'include')}
    />
  );
}

interface SidedProps {
  dimension: TargetingDimension;
  title: string;
  /** What is taken and what is left so far, as people call it. */
  names: Readonly<Record<Side, readonly string[]>>;
  /** What is wrong on either side. */
  errors?: Readonly<Partial<Record<Side, string>>>;
  children: (side: Side) => ReactNode;
}

/**
 * One dimension of which values are taken or left: the switch says which list is being written, the other one is told
 * beneath it. A mistake brings the list that it is in.
 */
export function Sided({ dimension, title, names, errors = {}, children }: SidedProps) {
  const { t } = useTranslation('advertiser');
  const [side, setSide] = useState<Side>(
    names.include.length === 0 && names.exclude.length > 0 ? 'exclude' : 'include',
  );
  const wrong = errors[side] ? side : (SIDES.find((each) => errors[each]) ?? null);
  const [shownWrong, setShownWrong] = useState<Side | null>(null);
  if (wrong !== shownWrong) {
    setShownWrong(wrong);
    if (wrong) setSide(wrong);
  }
  const other = otherSide(side);
  return (
    <div className={classes.pair} data-dimension={dimension}>
      <SideSwitch title={title} side={side} onSide={setSide} />
      {children(side)}
      {names[other].length > 0 ? (
        <p className={classes.quiet}>
          {t(`targetingFields.${other}Too`)} <bdi>{names[other].join(', ')}</bdi>
        </p>
      ) : null}
    </div>
  );
}
