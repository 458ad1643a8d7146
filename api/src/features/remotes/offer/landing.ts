import type { PageAccess, Release, Role } from '@ezdash/contracts';

/** Without parameters, and of this host alone: two slashes would begin another one's name. */
const PLAIN_PATH = /^(?:\/[\w.-]+)+$/;

function mayOpen(access: PageAccess, role: Role | null): boolean {
  if (access === 'public') return true;
  if (access === 'guest') return role === null;
  return role !== null && (access === 'signed-in' || access.roles.includes(role));
}

/**
 * Where a link to a release leads: its first page that somebody of a role may open (null: a guest), or the welcome page.
 * Public pages come last: of those for the signed-in some are steps of a guest's way.
 */
export function landingOf({ manifest }: Pick<Release, 'manifest'>, role: Role | null): string {
  const pages = manifest.pages.filter(
    ({ built, path, access }) => built && PLAIN_PATH.test(path) && mayOpen(access, role),
  );
  const page = pages.find(({ access }) => access !== 'public') ?? pages[0];
  return page?.path ?? '/';
}
