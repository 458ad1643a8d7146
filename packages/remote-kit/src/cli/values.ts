import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type PinSubject, publishQuery, releaseVersion, remoteName, timestamp } from '@ezdash/contracts';
import type { z } from 'zod';
import { UsageError } from './failures';
import { parseJson } from './parseJson';

/** Options that take a text, and what stands for it in the usage. */
const TEXTS = {
  why: 'TEXT',
  at: 'TIME',
  until: 'TIME',
  user: 'EMAIL|ID',
  session: 'ID',
  to: 'VERSION',
  before: 'ID',
  remote: 'mf-NAME',
  label: 'TEXT',
  days: 'N',
  commit: 'ID',
  minutes: 'N',
  canary: 'PERCENT',
} as const;
/** Options without a value. */
const SWITCHES = ['json', 'help', 'ops', 'local', 'no-activate'] as const;
export type TextOption = keyof typeof TEXTS;
export type Switch = (typeof SWITCHES)[number];

export interface Arguments {
  words: string[];
  texts: Partial<Record<TextOption, string>>;
  switches: ReadonlySet<Switch>;
  /** Every option that was given. */
  given: (TextOption | Switch)[];
}

const isText = (name: string): name is TextOption => name in TEXTS;
const isSwitch = (name: string): name is Switch => SWITCHES.some((one) => one === name);

/** Splits what was typed. @throws UsageError for an option that there is not, or that lacks its value */
export function readArguments(args: string[]): Arguments {
  const options = Object.fromEntries([
    ...Object.keys(TEXTS).map((name) => [name, { type: 'string' as const }]),
    ...SWITCHES.map((name) => [name, { type: 'boolean' as const }]),
  ]);
  const texts: Arguments['texts'] = {};
  const switches = new Set<Switch>();
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    for (const [name, value] of Object.entries(values))
      if (isText(name) && typeof value === 'string') texts[name] = value;
      else if (isSwitch(name)) switches.add(name);
    const given = Object.keys(values).filter((name) => isText(name) || isSwitch(name));
    return { words: positionals, texts, switches, given };
  } catch (error) {
    // What Node goes on with is about options that begin with a dash.
    const said = typeof error === 'object' && error !== null ? Reflect.get(error, 'message') : error;
    const [problem = ''] = String(said).split('. ');
    throw new UsageError(problem);
  }
}

/** @throws UsageError for words that nobody asked for: `rollback mf-weather 1.0.0` lacks its `--to` */
export function assertMost(words: readonly string[], most: number): void {
  if (words.length > most) throw new UsageError(`This is too much: ${words.slice(most).join(' ')}`);
}

/** How an option is written in a usage: `--why TEXT`. */
export const optionUsage = (name: TextOption | Switch): string =>
  isText(name) ? `--${name} ${TEXTS[name]}` : `--${name}`;

function check<S extends z.ZodType>(schema: S, value: unknown, what: string): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new UsageError(`${what}: ${result.error.issues[0]?.message ?? 'this is not understood'}.`);
}

/** @throws UsageError when it is missing, or no name of a remote */
export function remoteOf(text: string | undefined): string {
  if (!text) throw new UsageError('Say which remote: mf-NAME.');
  return check(remoteName, text, 'The remote');
}

/** @throws UsageError when it is missing, or no version */
export function versionOf(text: string | undefined, what = 'The version'): string {
  if (!text) throw new UsageError(`${what} is missing: 1.4.0.`);
  return check(releaseVersion, text, what);
}

/** The commit that a release is made from. @throws UsageError for what is none */
export function commitIdOf(text: string | undefined): string | undefined {
  const { success } = publishQuery.safeParse({ commit: text });
  if (success) return text;
  throw new UsageError(`--commit takes 7 to 64 of the digits 0-9 and a-f: ${text} is no commit.`);
}

const UNITS_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * A moment: ISO 8601 with its offset, or from now on: `+90m`, `+2h`, `+1d`.
 * @throws UsageError for anything else
 */
export function momentOf(text: string, nowMs = Date.now()): string {
  const [, count, unit = ''] = /^\+(\d{1,5})([mhd])$/.exec(text) ?? [];
  if (count !== undefined) return new Date(nowMs + Number(count) * (UNITS_MS[unit] ?? 0)).toISOString();
  if (timestamp.safeParse(text).success) return text;
  throw new UsageError(`${text} is no time: write 2026-12-01T06:00:00Z, or +90m, +2h, +1d from now.`);
}

/** A number: `5`, `5%`, `0.5`. @throws UsageError */
export function numberOf(text: string | undefined, what: string): number {
  const number = Number(text?.replace(/\s*%$/, '') || Number.NaN);
  if (!Number.isNaN(number)) return number;
  throw new UsageError(`${what} is missing, or no number.`);
}

/** `--user` or `--session`, one of them. @throws UsageError */
export function subjectOf({ user, session }: Arguments['texts']): PinSubject {
  if (user && !session) return { user };
  if (session && !user) return { session };
  throw new UsageError('Say for whom: --user with an e-mail or account id, or --session with a session.');
}

function isAddress(text: string): boolean {
  try {
    return /^https?:$/.test(new URL(text).protocol);
  } catch {
    return false;
  }
}

/** What a header can carry: the `rel_…` of a document is none. */
const TOKEN = /^[\x21-\x7e]+$/;

/** Where the network runs, as the environment says. @throws UsageError */
export function addressOf(env: NodeJS.ProcessEnv): string {
  const url = env.REMOTES_URL || 'http://localhost:8080';
  if (!isAddress(url)) throw new UsageError(`REMOTES_URL is no address: ${url}`);
  return url;
}

/** `REMOTES_URL` and `REMOTES_TOKEN`. @throws UsageError without a token, or for an address that is none */
export function addressAndToken(env: NodeJS.ProcessEnv): { url: string; token: string } {
  const url = addressOf(env);
  const token = (env.REMOTES_TOKEN ?? '').trim();
  if (token === '')
    throw new UsageError(
      'REMOTES_TOKEN is unset. An operator makes a token: under Remotes in the console, or by ' +
        'npm run remotes -- tokens create --local --remote mf-NAME --label TEXT on the server.',
    );
  if (!TOKEN.test(token))
    throw new UsageError(
      'REMOTES_TOKEN is no token. One begins with rel_ and has no spaces: copy all of it.',
    );
  return { url, token };
}

/** `version` of a folder's package.json; undefined when it says none, or is none. */
export function packageVersion(folder: string): string | undefined {
  const file = path.join(folder, 'package.json');
  const said = existsSync(file) ? parseJson(readFileSync(file, 'utf8')) : null;
  const version: unknown = typeof said === 'object' && said !== null ? Reflect.get(said, 'version') : null;
  return typeof version === 'string' ? version : undefined;
}
