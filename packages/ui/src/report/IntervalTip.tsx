import { Tooltip } from '@ezdash/ui';
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { cellBeside, WITH_INTERVAL } from './cellBeside';

const cellOf = ({ target }: Event): HTMLTableCellElement | null =>
  target instanceof Element ? target.closest<HTMLTableCellElement>(WITH_INTERVAL) : null;

/**
 * How sure the figure under the pointer, the finger or the focus is: one tip for all cells of a table, and arrow keys
 * between them. Who listens has it in the cells.
 */
export function IntervalTip({ box }: { box: RefObject<HTMLElement | null> }) {
  const [cell, setCell] = useState<HTMLElement | null>(null);
  useEffect(() => {
    const node = box.current;
    if (!node) return;
    const show = (event: Event) => setCell(cellOf(event));
    const hide = () => setCell(null);
    // A finger that is lifted leaves; what it touched has the focus.
    const leave = ({ pointerType }: PointerEvent) => pointerType !== 'touch' && hide();
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Escape') hide();
      const from = cellOf(event);
      const to = from && cellBeside(from, event.key);
      if (!to) return;
      to.focus();
      event.preventDefault();
    };
    node.addEventListener('pointerover', show);
    node.addEventListener('pointerleave', leave);
    node.addEventListener('focusin', show);
    node.addEventListener('focusout', hide);
    node.addEventListener('keydown', press);
    return () => {
      node.removeEventListener('pointerover', show);
      node.removeEventListener('pointerleave', leave);
      node.removeEventListener('focusin', show);
      node.removeEventListener('focusout', hide);
      node.removeEventListener('keydown', press);
    };
  }, [box]);
  // Its row has left the page: of a long table it scrolled away, of another report it is gone.
  useLayoutEffect(() => {
    if (cell && !cell.isConnected) setCell(null);
  });
  return cell ? <Tooltip opened target={cell} label={cell.dataset.interval} openDelay={0} /> : null;
}
