import { visible } from './visible';

const LEVELS: Readonly<Record<number, string>> = {
  20: 'debug',
  30: '',
  40: 'warning',
  50: 'error',
  60: 'fatal',
};
const HIDDEN = new Set(['level', 'time', 'msg', 'pid', 'hostname', 'err', 'requestId', 'correlationId']);

interface Line {
  level: number;
  time: number;
  msg?: string;
  err?: { message?: string; stack?: string };
  [key: string]: unknown;
}

const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** Lines of a stack, set back, so that none looks like a line of the log. */
const setBack = (stack: string) =>
  stack
    .split('\n')
    .map((line) => `  ${visible(line)}\n`)
    .join('');

/** pino's JSON line as people read it: `12:03:44 warning: text key=value`, stacks below. */
export function shortLine(json: string): string {
  const line = JSON.parse(json) as Line;
  const level = LEVELS[line.level] ?? '';
  const rest = Object.entries(line).filter(([key]) => !HIDDEN.has(key));
  const parts = [
    new Date(line.time).toTimeString().slice(0, 8),
    level && `${level}:`,
    line.msg ?? line.err?.message ?? '',
    ...rest.map(([key, value]) => `${key}=${text(value)}`),
  ];
  const stack = typeof line.err?.stack === 'string' ? setBack(line.err.stack) : '';
  return `${visible(parts.filter((part) => part !== '').join(' '))}\n${stack}`;
}
