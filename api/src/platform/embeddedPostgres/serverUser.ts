import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** `nobody` on nearly every system. */
const NOBODY = 65_534;

/** The user the server runs as: PostgreSQL refuses to run as root, so root gives it another one. */
export interface ServerUser {
  /** Undefined: the same user as this process. */
  uid?: number;
  gid?: number;
}

/** A user without rights; initdb wants one that the system knows by name. */
function unprivileged(): Required<ServerUser> {
  let users: Required<ServerUser>[] = [];
  try {
    const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
    users = lines
      .map((line) => line.split(':'))
      .map(([, , uid, gid]) => ({ uid: Number(uid), gid: Number(gid) }));
  } catch {
    // a system without the file has other ways to name its users
  }
  const known = users.filter(({ uid, gid }) => uid > 0 && gid > 0);
  return known.find(({ uid }) => uid === NOBODY) ?? known.at(-1) ?? { uid: NOBODY, gid: NOBODY };
}

/** As root: the owner of what is there already (the first of these folders), else nobody. Otherwise this user. */
export function serverUser(folders: readonly string[]): ServerUser {
  if (process.getuid?.() !== 0) return {};
  for (const folder of folders) {
    if (!existsSync(folder)) continue;
    const { uid, gid } = statSync(folder);
    if (uid !== 0) return { uid, gid };
  }
  return unprivileged();
}

/** Whether the user gets into the folder, judged by the mode bits of it and of all above it. */
export function canReach({ uid, gid }: ServerUser, folder: string): boolean {
  if (uid === undefined) return true;
  for (let at = path.resolve(folder); ; at = path.dirname(at)) {
    const { mode, uid: owner, gid: group } = statSync(at);
    const enter = owner === uid ? 0o100 : group === gid ? 0o010 : 0o001;
    if ((mode & enter) === 0) return false;
    if (at === path.dirname(at)) return true;
  }
}
