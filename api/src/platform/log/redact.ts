import { SECRET_NAME } from '@ezdash/contracts';
import pino from 'pino';

const HIDDEN = '[hidden]';
/** Levels of nesting that are written; what lies deeper is named, not written, so nothing can hide there. */
const DEEPEST = 6;
/** Entries of one object or list that are written. */
const MOST_ENTRIES = 100;

type Path = readonly object[];

function hasOwnText(value: object): value is { toJSON(): unknown } {
  return 'toJSON' in value && typeof value.toJSON === 'function';
}

function redactValue(value: unknown, path: Path): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (path.includes(value)) return '[Circular]';
  const plain = value instanceof Error ? pino.stdSerializers.err(value) : value;
  if (ArrayBuffer.isView(plain)) return `[${plain.byteLength} bytes]`;
  if (path.length >= DEEPEST) return Array.isArray(plain) ? '[Array]' : '[Object]';
  const inner = [...path, value];
  if (hasOwnText(plain)) return redactValue(plain.toJSON(), inner);
  if (Array.isArray(plain)) return plain.slice(0, MOST_ENTRIES).map((each) => redactValue(each, inner));
  return redactEntries(plain, inner);
}

function redactEntries(value: object, path: Path): Record<string, unknown> {
  const entries = Object.entries(value).slice(0, MOST_ENTRIES);
  return Object.fromEntries(
    entries.map(([name, each]) => [name, SECRET_NAME.test(name) ? HIDDEN : redactValue(each, path)]),
  );
}

/**
 * A copy of what is to be logged, without what lies under the names of secrets. Errors are written out. What cannot be
 * read (a getter that throws) is left out as a whole: a line of the log must never be what fails.
 */
export function redact(value: object): Record<string, unknown> {
  try {
    return redactEntries(value, [value]);
  } catch (error) {
    return { unreadable: error instanceof Error ? error.name : typeof error };
  }
}
