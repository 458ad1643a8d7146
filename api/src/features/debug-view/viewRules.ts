import { ViewOnlyError } from '../../platform/auth';

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * What is sent with a changing method and changes nothing of an account: the debug tool, which answers for itself; who may
 * listen to a channel; and what a page reports of itself.
 */
const STAYS_OPEN = [/^\/debug-tool\//, /^\/broadcasting\/(auth|user-auth)$/, /^\/api\/remotes\/failures$/];

/**
 * Reads that are the owner's alone: what opens something (tokens, keys, addresses that may have one in them), ways in and
 * sign-ins, copies of all that is kept. And visits to other providers, which sign in whoever comes back.
 */
const OWNER_ALONE = [
  /^\/api\/settings\/(sessions|factors|passkeys|social-connections|api-tokens)(\/|$)/,
  /^\/api\/settings\/alerts\/webhook(\/|$)/,
  /^\/api\/settings\/privacy\/exports(\/|$)/,
  /^\/api\/conversion-goals\/[^/]+\/key(\/|$)/,
  /^\/api\/postbacks\/outgoing(\/|$)/,
  /^\/auth\/social(\/|$)/,
];

/** As routes take addresses: in whatever letters, with a slash behind them or without. */
const tidy = (path: string): string => path.toLowerCase().replace(/(?<!\/)\/+$/, '') || '/';

/** Throws 403 VIEW_ONLY for what nobody does with somebody else's eyes. @param path without the query */
export function assertViewMay(method: string, path: string): void {
  const address = tidy(path);
  if (!READS.has(method) && !STAYS_OPEN.some((open) => open.test(address))) throw new ViewOnlyError();
  if (OWNER_ALONE.some((closed) => closed.test(address)))
    throw new ViewOnlyError("You see this account with its owner's eyes: this is for the owner alone");
}
