import { z } from 'zod';
import { numberBetween } from './fields';

/** How the app is known to its broadcaster; what is undefined comes from DATA_DIR. */
export interface ReverbConfig {
  /** An outside one; undefined: the server's own. */
  outside?: { host: string; port: number; scheme: 'http' | 'https' };
  appId?: string;
  key?: string;
  secret?: string;
}

/** They stand in addresses and signatures, between slashes and colons. */
const reverbName = z
  .string()
  .regex(/^[\w.-]{1,100}$/, { error: 'must have 1 to 100 letters, digits, dots and dashes' })
  .optional();

/** The variables about the broadcaster. */
export const reverbEnvironment = {
  REVERB_HOST: z
    .string()
    .regex(/^[A-Za-z0-9.-]{1,253}$/, { error: 'must be the name of a host, without scheme and port' })
    .optional(),
  REVERB_PORT: numberBetween(1, 65_535).optional(),
  REVERB_SCHEME: z.enum(['http', 'https']).default('https'),
  REVERB_APP_ID: reverbName,
  REVERB_APP_KEY: reverbName,
  REVERB_APP_SECRET: reverbName,
};

const reverbSettings = z.object(reverbEnvironment);
type ReverbSettings = z.output<typeof reverbSettings>;

/** An outside one knows its apps: nothing that is made here would open it. */
export function reverbProblem(set: ReverbSettings): string | null {
  const names = ['REVERB_APP_ID', 'REVERB_APP_KEY', 'REVERB_APP_SECRET'] as const;
  const missing = names.filter((name) => set[name] === undefined);
  return set.REVERB_HOST !== undefined && missing.length > 0
    ? `REVERB_HOST needs ${missing.join(', ')} beside it`
    : null;
}

export function reverbConfigOf(set: ReverbSettings): ReverbConfig {
  const { REVERB_HOST: host, REVERB_SCHEME: scheme, REVERB_PORT } = set;
  return {
    outside:
      host === undefined ? undefined : { host, scheme, port: REVERB_PORT ?? (scheme === 'https' ? 443 : 80) },
    appId: set.REVERB_APP_ID,
    key: set.REVERB_APP_KEY,
    secret: set.REVERB_APP_SECRET,
  };
}
