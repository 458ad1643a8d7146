import type { ReactNode } from 'react';
import type { SlotSize } from './Slot';

interface DimensionLineProps {
  size: SlotSize;
  /** At the other end: a price, a count. */
  children?: ReactNode;
}

/** "300×250", the way a size is written everywhere; "100%×120" is as wide as its place. */
export function sizeText({ width, height }: SlotSize): string {
  return `${width > 0 ? width : '100%'}×${height}`;
}

/** A measure as on a plan: the size under a slot, with what it is worth at the end. */
export function DimensionLine({ size, children }: DimensionLineProps) {
  return (
    <span className="ez-measure">
      <span dir="ltr">{sizeText(size)}</span>
      {children ? <b>{children}</b> : null}
    </span>
  );
}
