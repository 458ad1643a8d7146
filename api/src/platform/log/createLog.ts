import pino from 'pino';
import { shortLine } from './shortLine';

export type Log = pino.Logger;

export interface LogOptions {
  /** JSON lines for machines; short lines for people otherwise. */
  production: boolean;
  level?: string;
}

/** Never logged, whatever object they are part of. */
const SECRETS = [
  'password',
  'password_hash',
  'admin_password',
  'token',
  'session_token',
  'secret',
  'cookie',
  'authorization',
];
const redact = { paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[hidden]' };

export function createLog({ production, level = 'info' }: LogOptions): Log {
  const base = production ? {} : null;
  const options: pino.LoggerOptions = { level, redact, ...(base === null ? { base } : {}) };
  return production
    ? pino(options)
    : pino(options, { write: (line) => process.stdout.write(shortLine(line)) });
}

export const silentLog: Log = pino({ level: 'silent' });
