import { createHash } from 'node:crypto';

const LENGTH = 32;

/**
 * Names a session to the servers, through all the names that it goes by, as the database's trigger does when it ends
 * (migration 0039). Nobody comes in with it.
 */
export const sessionHash = (family: string): string =>
  createHash('sha256').update(family).digest('hex').slice(0, LENGTH);

/** The same for a view with a user's eyes, which ends without any session's end. */
export const viewHash = (viewId: number): string => sessionHash(`view ${viewId}`);
