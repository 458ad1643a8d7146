import pino from 'pino';
import { currentTrace } from '../trace';
import { noteLine } from './noteLine';
import { redact } from './redact';
import { shortLine } from './shortLine';
import { visible } from './visible';

export type Log = pino.Logger;

export interface LogOptions {
  /** JSON lines for machines; short lines for people otherwise. */
  production: boolean;
  level?: string;
  /** Where the lines go, each with its end; the standard output unless given. */
  write?: (line: string) => void;
}

/** Set on loggers of a call, which name it themselves. */
const NAMED = Symbol('names its call');

/** Whatever is logged on the way of a call belongs to it, by whichever logger. */
function idsOfCall(logger: Log): Record<string, string> {
  const trace = NAMED in logger ? null : currentTrace();
  if (!trace) return {};
  const { requestId, correlationId } = trace;
  return { ...(requestId !== null && { requestId }), correlationId };
}

/** JSON escapes what ends a line by its own rules; viewers know more line ends than that. */
const jsonLine = (json: string) => `${visible(json.trimEnd())}\n`;

/** Secrets are hidden whatever object they are part of, and no text that is logged can begin a line of its own. */
export function createLog({ production, level = 'info', write }: LogOptions): Log {
  const format = production ? jsonLine : shortLine;
  const toOutput = (line: string) => void process.stdout.write(line);
  const options: pino.LoggerOptions = {
    level,
    formatters: { log: redact },
    mixin: (_line, _level, logger) => idsOfCall(logger),
    // Nothing is copied where there is nothing to add.
    mixinMergeStrategy: (line, ids) => (Object.keys(ids).length > 0 ? { ...ids, ...line } : line),
    hooks: {
      logMethod(given, write, level) {
        noteLine(level, given);
        write.apply(this, given);
      },
    },
    // Written out, and redacted, by `redact`.
    serializers: { err: (error: unknown) => error },
    ...(!production && { base: null }),
  };
  const log = pino(options, { write: (json) => (write ?? toOutput)(format(json)) });
  // The formatter of bindings is the root's alone; children inherit this instead, theirs too.
  const { child } = log;
  log.child = function redactedChild(this: Log, bindings: pino.Bindings, settings?: object) {
    const made = child.call(this, redact(bindings), settings);
    return 'correlationId' in bindings ? Object.assign(made, { [NAMED]: true }) : made;
  } as Log['child'];
  return log;
}

export const silentLog: Log = pino({ level: 'silent' });
