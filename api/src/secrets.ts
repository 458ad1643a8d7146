import { createHmac, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { ConfigError } from './config';
import { describeFileProblem, makeFolder } from './platform/embeddedPostgres';

const reverb = z.object({
  appId: z.string().min(1),
  key: z.string().min(8),
  secret: z.string().min(32),
});

/** Keys made at the first start; who has them can sign sessions and ad tokens, and speak as the broadcaster's app. */
const secretsFile = z.object({
  /** Signs the session cookie. */
  session: z.string().min(32),
  /** Signs decision tokens, base64url of 32 bytes. */
  token: z.string().min(32),
  /** The broadcaster's app, where REVERB_APP_… do not say another. Files of older releases have none. */
  reverb: reverb.optional(),
});
type SecretsFile = z.infer<typeof secretsFile>;
export type Secrets = Required<SecretsFile>;

const FIRST_APP_ID = 100_000;
const APP_IDS = 900_000;

/**
 * Follows from the session's key: servers that share a file of an older release add the same to it, each in its own copy.
 */
function reverbOf(session: string): Secrets['reverb'] {
  const mac = (purpose: string) => createHmac('sha256', session).update(`reverb ${purpose}`).digest();
  return {
    appId: String(FIRST_APP_ID + (mac('app id').readUInt32BE(0) % APP_IDS)),
    key: mac('key').toString('hex').slice(0, 20),
    secret: mac('secret').toString('base64url'),
  };
}

function write(file: string, secrets: Secrets): void {
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, `${JSON.stringify(secrets)}\n`, { mode: 0o600 });
  renameSync(unfinished, file);
}

function make(): Secrets {
  const key = () => randomBytes(32).toString('base64url');
  const session = key();
  return { session, token: key(), reverb: reverbOf(session) };
}

/** Reads DATA_DIR/secrets.json (0600), makes it at the first start and adds what an older release did not know. */
export function readSecrets(dataDir: string): Secrets {
  const file = path.join(dataDir, 'secrets.json');
  let known: SecretsFile | undefined;
  try {
    makeFolder(dataDir);
    if (!existsSync(file)) write(file, make());
    chmodSync(file, 0o600);
    known = secretsFile.safeParse(parseJson(readFileSync(file, 'utf8'))).data;
    if (known && !known.reverb) write(file, { ...known, reverb: reverbOf(known.session) });
  } catch (error) {
    throw describeFileProblem(error, dataDir);
  }
  if (known) return { ...known, reverb: known.reverb ?? reverbOf(known.session) };
  throw new ConfigError(`${file} is damaged: restore it from a backup, or remove it to sign everybody out.`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
