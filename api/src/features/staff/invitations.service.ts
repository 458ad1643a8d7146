import { createHash, randomBytes } from 'node:crypto';
import type { AcceptInvitationRequest, AdminInvitation, OperatorStaff } from '@ezdash/contracts';
import { TERMS_VERSION } from '@ezdash/contracts/constants';
import { addressKey, createLimiter, hashPassword, passwordProblem } from '../../platform/auth';
import type { Clock } from '../../platform/clock';
import { type Db, inTransaction } from '../../platform/db';
import { ConflictError, NotFoundError, ValidationError } from '../../platform/errors';
import type { Log } from '../../platform/log';
import { findUserByEmail, insertUser } from '../accounts';
import type { DebugToolService } from '../debug-tool';
import type { Mail } from '../mail';
import { nameOfProfile } from '../operator-users';
import { findAdmins } from './admins.repo';
import * as repo from './invitations.repo';

export interface StaffDeps {
  db: Db;
  clock: Clock;
  log: Log;
  mail: Pick<Mail, 'send'>;
  /** The chain has who became an admin, and by which invitation. */
  audit: DebugToolService['audit'];
  /** What the network calls itself: nobody's password. */
  appName: string;
}

/** As the audit names it. */
const ACCEPT_PATH = '/api/auth/accept-invitation';
const MINUTE_MS = 60_000;
const LIFETIME_MINUTES = 24 * 60;
const TOKEN_BYTES = 32;
/** By admin: whoever has somebody's browser does not mail half the world from it. */
const INVITATIONS = { name: 'admin-invitation', points: 10, durationSeconds: 3_600 };
/** By address. No link can be guessed; this keeps the guesses cheap. */
const LINKS = { name: 'admin-invitation-link', points: 30, durationSeconds: 15 * 60 };

const tokenSha256 = (token: string) => createHash('sha256').update(token).digest('hex');

function deadLink(text: string, code: string): ValidationError {
  return new ValidationError({ token: [text] }, text, code);
}
const addressTaken = () =>
  new ConflictError(
    'There is an account with this address already. Nobody becomes an admin with the account of a customer: use another address',
    'ADDRESS_TAKEN',
  );

/** Throws 422 with what became of the link, unless it works. */
function refuseDead(found: repo.FoundInvitation | undefined, now: Date): repo.FoundInvitation {
  if (!found) throw deadLink('This link works no more. Ask who invited you for a new one', 'LINK_EXPIRED');
  if (found.used_at)
    throw deadLink('This invitation was used. Sign in with the password that was chosen', 'INVITATION_USED');
  if (found.withdrawn_at || !found.is_backed)
    throw deadLink('This invitation was withdrawn. Ask who invited you', 'INVITATION_WITHDRAWN');
  if (found.expires_at <= now)
    throw deadLink(
      'This invitation is more than a day old. Ask who invited you for a new one',
      'LINK_EXPIRED',
    );
  return found;
}

/** Who works for the network, and how somebody comes to. */
export function createStaffService({ db, clock, log, mail, audit, appName }: StaffDeps) {
  const invitations = createLimiter(INVITATIONS);
  const links = createLimiter(LINKS);

  function refuseWeak(password: string, email: string): void {
    const problem = passwordProblem(password, { email, company: null, appName });
    if (problem) throw new ValidationError({ password: [problem] });
  }

  return {
    async list(): Promise<OperatorStaff> {
      const admins = await findAdmins(db);
      const open = await repo.findOpenInvitations(db);
      return {
        admins: admins.map((row) => ({
          id: row.id,
          name: nameOfProfile(row),
          email: row.email,
          status: row.status,
          second_step: row.second_step,
          last_login_at: row.last_login_at?.toISOString() ?? null,
        })),
        invitations: open.map(({ created_at, expires_at, ...row }) => ({
          ...row,
          created_at: created_at.toISOString(),
          expires_at: expires_at.toISOString(),
        })),
      };
    },

    /** `pageLocale` is the language of who invites. Throws 409 ADDRESS_TAKEN, 429. */
    async invite(
      admin: { id: number; email: string },
      to: string,
      pageLocale: string,
    ): Promise<AdminInvitation> {
      const email = to.toLowerCase();
      await invitations.consume(String(admin.id));
      const token = randomBytes(TOKEN_BYTES).toString('base64url');
      return inTransaction(db, async (trx) => {
        await repo.lockInvitationsTo(trx, email);
        if (await findUserByEmail(trx, email)) throw addressTaken();
        const now = clock.now();
        const expiresAt = new Date(now.getTime() + LIFETIME_MINUTES * MINUTE_MS);
        const row = { email, tokenSha256: tokenSha256(token), invitedBy: admin.id, now, expiresAt };
        const id = await repo.insertInvitation(trx, row);
        await mail.send(trx, {
          to: email,
          template: 'admin-invitation',
          locale: pageLocale,
          data: { token, invitedBy: admin.email, expiresInMinutes: LIFETIME_MINUTES },
          idempotencyKey: `admin-invitation:${id}`,
        });
        return {
          id,
          email,
          invited_by: admin.email,
          created_at: now.toISOString(),
          expires_at: expiresAt.toISOString(),
        };
      });
    },

    /** Throws 404 when it is none that is open. */
    async withdraw(id: number): Promise<void> {
      if (!(await repo.withdrawInvitation(db, id, clock.now()))) throw new NotFoundError();
    },

    /**
     * Makes the account; not before is its address an admin's. Of two at once one succeeds. Throws 422 (LINK_EXPIRED,
     * INVITATION_USED, INVITATION_WITHDRAWN, a weak password: the link works again for a better one), 409 ADDRESS_TAKEN, 429.
     * @param from where the call comes from, and the language of the page
     */
    async accept(
      { token, password }: AcceptInvitationRequest,
      from: { address: string; locale: string },
    ): Promise<void> {
      await links.consume(addressKey(from.address));
      const sha256 = tokenSha256(token);
      const { email } = refuseDead(await repo.findInvitation(db, sha256, { hold: false }), clock.now());
      refuseWeak(password, email);
      const password_hash = await hashPassword(password);
      const made = await inTransaction(db, async (trx) => {
        const now = clock.now();
        const { id } = refuseDead(await repo.findInvitation(trx, sha256, { hold: true }), now);
        const user = await insertUser(trx, {
          email,
          password_hash,
          role: 'admin',
          username: email.split('@')[0] || email,
          verified: true,
          email_verified_at: now,
          terms_version: TERMS_VERSION,
          terms_agreed_at: now,
          locale: from.locale,
          created_at: now,
          updated_at: now,
        });
        if (!user) throw addressTaken();
        await repo.markInvitationUsed(trx, id, now);
        return { userId: user.id, invitationId: id };
      });
      await audit(
        {
          adminId: made.userId,
          debugSessionId: null,
          method: 'POST',
          path: ACCEPT_PATH,
          status: 204,
          detail: { invitation_id: made.invitationId },
        },
        from.address,
      );
      log.info({ event: 'auth.admin_made', ...made }, 'An invitation made an admin');
    },

    forget: repo.forgetInvitations,
  };
}

export type StaffService = ReturnType<typeof createStaffService>;
