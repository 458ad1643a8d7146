import { isLoopbackUrl } from '../platform/address';

/** What says whether an environment is production, or may be. */
export interface EnvironmentSigns {
  /** NODE_ENV as it is set; undefined: nobody said. */
  nodeEnv: string | undefined;
  /** APP_URL as it is set. */
  appUrl: string | undefined;
  /** DEV_DOORS as it is set. */
  devDoors: boolean | undefined;
  /** A network to try out. */
  demo: boolean;
  trustProxy: readonly string[];
}

/** Names that say nothing: images and tools set them by themselves. */
const SAYS_NOTHING: readonly (string | undefined)[] = [undefined, 'development'];
/** Also by a name that is nearly it. */
const PRODUCTION = /^\W*(prod|live\b)/i;

/** Whether there are developers' doors (`Mount.developers`): where people reach the app on this machine, or by DEV_DOORS. */
export function opensDevDoors({ nodeEnv = '', appUrl, devDoors }: EnvironmentSigns): boolean {
  if (PRODUCTION.test(nodeEnv)) return false;
  return devDoors ?? (appUrl === undefined || isLoopbackUrl(appUrl));
}

/**
 * Whether a browser may be given a build of its own machine: a developers' door that stays closed where it is in doubt
 * what the environment is. Without a name it has to be one to try out, or to name an address of the machine itself, with
 * no proxy elsewhere in front of it.
 */
export function takesLocalBuilds(signs: EnvironmentSigns): boolean {
  if (!opensDevDoors(signs)) return false;
  if (!SAYS_NOTHING.includes(signs.nodeEnv)) return true;
  if (signs.trustProxy.some((proxy) => proxy !== 'loopback')) return false;
  return signs.appUrl !== undefined || signs.demo;
}
