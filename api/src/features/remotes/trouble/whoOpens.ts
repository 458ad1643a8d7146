import type { RemoteManifest, Role } from '@ezdash/contracts';

const shownPages = ({ pages }: RemoteManifest) => pages.filter(({ built }) => built);

/** Whether somebody who is not signed in is shown a page of the remote; one without pages is part of anybody's page. */
export function isOpenToGuests(manifest: RemoteManifest): boolean {
  const pages = shownPages(manifest);
  return pages.length === 0 || pages.some(({ access }) => access === 'public' || access === 'guest');
}

/** Whether whoever has this role is shown a page of the remote. Null: not signed in. */
export function mayOpen(manifest: RemoteManifest, role: Role | null): boolean {
  if (isOpenToGuests(manifest)) return true;
  if (role === null) return false;
  return shownPages(manifest).some(
    ({ access }) => access === 'signed-in' || (typeof access === 'object' && access.roles.includes(role)),
  );
}
