import type { PageAccess, Release, Role } from '@ezdash/contracts';

/** Without parameters, and of this host alone: two slashes would begin another one's name. */
const PLAIN_PATH = /^(?:\/[\w.-]+)+$/;

function mayOpen(access: PageAccess, role: Role | null): boolean {
  if (access === 'public') return true;
  if (access === 'guest') return role === null;
  return role !== null && (access === 'signed-in' || access.roles.includes(role));
}

/** Where a link to a release leads: its first page that somebody of a role may open (null: a guest), or the welcome page. */
export function landingOf({ manifest }: Pick<Release, 'manifest'>, role: Role | null): string {
  const page = manifest.pages.find(
    ({ built, path, access }) => built && PLAIN_PATH.test(path) && mayOpen(access, role),
  );
  return page?.path ?? '/';
}
