import { isTraced, note } from '../trace';

const INFO = 30;
const WARNING = 40;
const LEVELS: Readonly<Record<number, string>> = { 30: 'info', 40: 'warning', 50: 'error', 60: 'fatal' };
const LONGEST = 500;

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};

/**
 * A line of the log in the timeline of its call: warnings, errors, and what has the name of an event. Its message alone;
 * what else the line has stays in the log.
 */
export function noteLine(level: number, [first, second]: readonly unknown[]): void {
  if (level < INFO || !isTraced()) return;
  const { event, err } = fieldsOf(first);
  if (level < WARNING && event === undefined) return;
  const failure = first instanceof Error ? first : err;
  const message = textOf(first) || textOf(second) || (failure instanceof Error ? failure.message : '');
  note({
    kind: 'log',
    name: message.slice(0, LONGEST),
    failed: level > WARNING,
    detail: { level: LEVELS[level] ?? level, ...(typeof event === 'string' && { event }) },
  });
}
