import { parseUrl } from '@ezdash/contracts';

/** What says whether an environment is production, or may be. */
export interface EnvironmentSigns {
  /** NODE_ENV as it is set; undefined: nobody said. */
  nodeEnv: string | undefined;
  /** APP_URL as it is set. */
  appUrl: string | undefined;
  /** A network to try out. */
  demo: boolean;
  trustProxy: readonly string[];
}

/** Names that say nothing: images and tools set them by themselves. */
const SAYS_NOTHING: readonly (string | undefined)[] = [undefined, 'development'];
/** Also by a name that is nearly it. */
const PRODUCTION = /^\W*(prod|live\b)/i;
const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Whether a browser may be given a build of its own machine. Never in production, and not where that is in doubt: an
 * environment that others reach has to be called something else (`NODE_ENV=staging`); without a name it has to be one to try
 * out, or to name an address of the machine itself, with no proxy elsewhere in front of it.
 */
export function takesLocalBuilds({ nodeEnv, appUrl, demo, trustProxy }: EnvironmentSigns): boolean {
  if (nodeEnv !== undefined && PRODUCTION.test(nodeEnv)) return false;
  if (!SAYS_NOTHING.includes(nodeEnv)) return true;
  if (trustProxy.some((proxy) => proxy !== 'loopback')) return false;
  return appUrl === undefined ? demo : LOOPBACK.has(parseUrl(appUrl)?.hostname ?? '');
}
