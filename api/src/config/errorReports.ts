import { parseUrl } from '@ezdash/contracts';
import { z } from 'zod';

/** Where errors are reported to; all null: nowhere. */
export interface ErrorReportsConfig {
  /** Of the pages. */
  dsn: string | null;
  /** Remote → its team's own project. */
  remotes: Record<string, string>;
  /** Of the server; the pages' own unless it has another. */
  apiDsn: string | null;
  environment: string;
}

/** A project's address at Sentry: pages get it, so the secret of its old form has no place in it. */
function isDsn(text: string): boolean {
  const url = parseUrl(text);
  if (url === null) return false;
  const { protocol, username, password, pathname, search, hash } = url;
  const isOpen = /^https?:$/.test(protocol) && /^\w+$/.test(username) && password === '';
  return isOpen && search === '' && hash === '' && /^(\/[\w.-]+)*\/\d+$/.test(pathname);
}
const dsn = z
  .string()
  .refine(isDsn, { error: 'must be a DSN without a secret, as https://KEY@HOST/PROJECT' })
  .optional();

/** The variables about where errors are reported to. */
export const errorReportsEnvironment = {
  SENTRY_DSN: dsn,
  SENTRY_DSN_API: dsn,
  SENTRY_DSN_MF_ADVERTISER: dsn,
  SENTRY_DSN_MF_PUBLISHER: dsn,
  SENTRY_DSN_MF_AUTH: dsn,
  SENTRY_DSN_MF_SETTINGS: dsn,
  SENTRY_DSN_MF_DEBUG: dsn,
  SENTRY_ENVIRONMENT: z
    .string()
    .regex(/^(?!None$)[\w.-]{1,64}$/, { error: 'must have 1 to 64 letters, digits, dots and dashes' })
    .optional(),
};

const errorReportsSettings = z.object(errorReportsEnvironment);
type ErrorReportsSettings = z.output<typeof errorReportsSettings>;

const DSN_OF_REMOTE = /^SENTRY_DSN_(MF_[A-Z]+)$/;

function remotesOf(set: ErrorReportsSettings): Record<string, string> {
  return Object.fromEntries(
    Object.entries(set).flatMap(([name, value]): [string, string][] => {
      const [, remote] = DSN_OF_REMOTE.exec(name) ?? [];
      return remote && value ? [[remote.toLowerCase().replace('_', '-'), value]] : [];
    }),
  );
}

/** Without the pages' own DSN there is no telling where a report goes that is no remote's. */
export function errorReportsProblem(set: ErrorReportsSettings): string | null {
  const isLost = set.SENTRY_DSN === undefined && Object.keys(remotesOf(set)).length > 0;
  return isLost ? 'a SENTRY_DSN_MF_… needs SENTRY_DSN beside it' : null;
}

export function errorReportsConfigOf(
  set: ErrorReportsSettings,
  { nodeEnv }: { nodeEnv: string },
): ErrorReportsConfig {
  const { SENTRY_DSN = null, SENTRY_DSN_API = SENTRY_DSN, SENTRY_ENVIRONMENT = nodeEnv } = set;
  return {
    dsn: SENTRY_DSN,
    remotes: remotesOf(set),
    apiDsn: SENTRY_DSN_API,
    environment: SENTRY_ENVIRONMENT,
  };
}
