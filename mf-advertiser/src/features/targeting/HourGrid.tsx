import { useDirection } from '@ezdash/ui';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './targeting.module.css';
import { HOURS, moved, rectangle, withHours } from './weekGrid';

interface HourGridProps {
  /** 0 is Monday 00:00–01:00. */
  chosen: readonly number[];
  /** Short names of the days, from Monday. */
  days: readonly string[];
  onChange: (chosen: number[]) => void;
}

const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`;

/**
 * The hours of a week: rows are days. The pointer draws rectangles; arrows move, space switches, shift with an arrow
 * draws. One cell is in the order of Tab, as in every grid.
 */
export function HourGrid({ chosen, days, onChange }: HourGridProps) {
  const { t } = useTranslation('advertiser');
  const { dir } = useDirection();
  const [at, setAt] = useState(0);
  /** Where drawing began, and whether it switches on. */
  const [drawing, setDrawing] = useState<{
    from: number;
    to: number;
    on: boolean;
    byPointer: boolean;
  } | null>(null);
  const cells = useRef(new Map<number, HTMLElement>());
  const has = new Set(chosen);
  const drawn = drawing ? new Set(rectangle(drawing.from, drawing.to)) : null;
  const isOn = (hour: number) => (drawing && drawn?.has(hour) ? drawing.on : has.has(hour));
  const finish = () => {
    if (drawing) onChange(withHours(chosen, rectangle(drawing.from, drawing.to), drawing.on));
    setDrawing(null);
  };
  const focus = (hour: number) => {
    setAt(hour);
    cells.current.get(hour)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent, hour: number) => {
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault();
      if (drawing) return finish();
      return onChange(withHours(chosen, [hour], !has.has(hour)));
    }
    if (event.key === 'Escape' && drawing) {
      event.preventDefault();
      return setDrawing(null);
    }
    const mirrored = dir === 'rtl' ? { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' } : {};
    const next = moved(hour, mirrored[event.key as keyof typeof mirrored] ?? event.key);
    if (next === null) return;
    event.preventDefault();
    if (event.shiftKey)
      setDrawing((now) => ({
        from: now?.from ?? hour,
        // What the hour is where it begins is carried on: space and then shift with an arrow goes on switching so.
        on: now?.on ?? has.has(hour),
        to: next,
        byPointer: false,
      }));
    else if (drawing) finish();
    focus(next);
  };
  return (
    <div className={classes.grid}>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the pattern of a grid that is a table
        role="grid"
        aria-label={t('targetingFields.hours')}
        aria-multiselectable="true"
        onPointerUp={finish}
        onPointerLeave={finish}
        onPointerCancel={() => setDrawing(null)}
        onKeyUp={(event) => event.key === 'Shift' && drawing && finish()}
      >
        <thead>
          <tr>
            <th scope="col">
              <span className={classes.hidden}>{t('targetingFields.day')}</span>
            </th>
            {Array.from({ length: HOURS }, (_, hour) => (
              <th key={clock(hour)} scope="col">
                {hour % 6 === 0 ? clock(hour) : <span className={classes.hidden}>{clock(hour)}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((day, row) => (
            <tr key={day}>
              <th scope="row">{day}</th>
              {Array.from({ length: HOURS }, (_, column) => {
                const hour = row * HOURS + column;
                return (
                  <td
                    key={hour}
                    ref={(cell) => {
                      if (cell) cells.current.set(hour, cell);
                    }}
                    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of the grid above
                    role="gridcell"
                    tabIndex={hour === at ? 0 : -1}
                    aria-selected={isOn(hour)}
                    aria-label={`${day} ${clock(column)}`}
                    className={classes.hour}
                    onPointerDown={(event) => {
                      event.preventDefault();
                      // A finger is bound to where it came down: the cells it is drawn over would never hear of it.
                      const { currentTarget: cell, pointerId } = event;
                      if (cell.hasPointerCapture?.(pointerId)) cell.releasePointerCapture(pointerId);
                      focus(hour);
                      setDrawing({ from: hour, to: hour, on: !has.has(hour), byPointer: true });
                    }}
                    onPointerEnter={() => {
                      if (drawing?.byPointer) setDrawing({ ...drawing, to: hour });
                    }}
                    onKeyDown={(event) => onKeyDown(event, hour)}
                  />
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
