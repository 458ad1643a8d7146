import { type PinSubject, publicId, rowId } from '@ezdash/contracts';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db';
import { ForbiddenError, NotFoundError } from '../../../platform/errors';
import type { ReleaseActor } from '../releases.types';
import { isOfTeam } from '../tokens/releaseDoor';
import type { Subject } from './foldEvents';

/** How the page of an account's sessions names one: 16 bytes of a hash. */
const SESSION_ID = /^[\w-]{22}$/;

/** The session's own hash (`sessionHash`) of its id on that page; null for what is no such id. */
export const sessionHashOf = (id: string): string | null =>
  SESSION_ID.test(id) ? Buffer.from(id, 'base64url').toString('hex').slice(0, 32) : null;

/** And back. */
export const publicSessionOf = (hash: string): string => Buffer.from(hash, 'hex').toString('base64url');

/** As the history names whom a pin is for. */
export const publicSubject = (subject: Subject): string =>
  subject.kind === 'user' ? publicId('user', subject.userId) : publicSessionOf(subject.session);

/**
 * Whose address somebody's is, is not for teams: they name an account by its number, as operators or its owner tell it.
 * @throws 403, whether there is such an account or not
 */
export function requireNumber(actor: ReleaseActor, given: PinSubject): void {
  if (!isOfTeam(actor) || !('user' in given) || rowId('user', given.user) !== null) return;
  throw new ForbiddenError(
    'An e-mail address takes a token of the operators: name the account by its number (u_…)',
    'OPERATORS_ONLY',
  );
}

async function findAccount(on: Db, named: string): Promise<Subject | null> {
  const id = rowId('user', named);
  const row = await on
    .selectFrom('app_user')
    .select('id')
    .where('deleted_at', 'is', null)
    .where((where) =>
      id === null
        ? where(where.fn<string>('lower', ['email']), '=', named.toLowerCase())
        : where('id', '=', id),
    )
    .executeTakeFirst();
  return row ? { kind: 'user', userId: row.id } : null;
}

/** Somebody is signed in by it now. */
async function isLive(on: Db, hash: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM session WHERE expire > now() AND user_id IS NOT NULL
    AND left(encode(sha256(convert_to(coalesce(sess ->> 'family', sid), 'UTF8')), 'hex'), 32) = ${hash} LIMIT 1`.execute(
    on,
  );
  return rows.length > 0;
}

/** Whom a pin is to be for. @throws 404 for an account or a session that there is none of */
export async function findSubject(on: Db, given: PinSubject): Promise<Subject> {
  if ('user' in given) {
    const found = await findAccount(on, given.user);
    if (found) return found;
    throw new NotFoundError('No account has this address or number', 'NO_SUCH_ACCOUNT');
  }
  const hash = sessionHashOf(given.session);
  if (hash !== null && (await isLive(on, hash))) return { kind: 'session', session: hash };
  throw new NotFoundError('Nobody is signed in by this id', 'NO_SUCH_LOG_IN');
}

/** The same for a pin that is taken away: its session may be over. Null for what cannot have one. */
export async function pinnedSubject(on: Db, given: PinSubject): Promise<Subject | null> {
  if ('user' in given) return findAccount(on, given.user);
  const hash = sessionHashOf(given.session);
  return hash === null ? null : { kind: 'session', session: hash };
}
