import { MAX_ROW, type RemoteTeam, remoteName, remoteTeamRequest, rowId } from '@ezdash/contracts';
import type { Request, Router } from 'express';
import { z } from 'zod';
import type { Clock } from '../../../platform/clock';
import { type Db, inTransaction } from '../../../platform/db';
import { NotFoundError } from '../../../platform/errors';
import { reply, route } from '../../../platform/http';
import type { ActorOf } from '../tokens/releaseDoor';
import * as overrides from './overrides.repo';
import { noteTakenBack, overrideVersion } from './overrides.service';
import * as repo from './team.repo';

export interface TeamRoutesParts {
  db: Db;
  clock: Clock;
  actorOf: ActorOf;
  /** Throws unless the person has proved lately who they are. */
  checkProof: (req: Request) => void | Promise<void>;
  /** Notes in the audit what was done. */
  note: (req: Request, detail: Record<string, unknown>) => void;
}

const params = z.object({ remote: remoteName });
const memberParams = params.extend({ id: z.string().max(40) });
/** What is no number is nobody's. */
const overrideParams = params.extend({ id: z.coerce.number().int().min(0).max(MAX_ROW).catch(0) });

/** In the console: who may take a remote's releases by a link, and who uses one now. */
export function teamRoutes(router: Router, { db, clock, actorOf, checkProof, note }: TeamRoutesParts): void {
  const read = async (remote: string): Promise<RemoteTeam> => {
    const rows = await overrides.overridesOf(db, remote, clock.now());
    return {
      members: await repo.membersOf(db, remote),
      overrides: rows.map((row) => ({
        id: row.id,
        remote,
        version: overrideVersion(row),
        taken_at: row.taken_at.toISOString(),
        ends_at: row.ends_at.toISOString(),
        email: row.email,
      })),
    };
  };

  router.get(
    '/:remote/team',
    route({ params }, ({ params: { remote } }) => read(remote)),
  );
  router.post(
    '/:remote/team',
    route({ params, body: remoteTeamRequest }, async ({ params: { remote }, body: { email }, req, user }) => {
      note(req, { change: 'team_add', remote });
      await checkProof(req);
      const accountId = await repo.accountOf(db, email);
      if (accountId === null) throw new NotFoundError('No account has this address', 'NO_SUCH_ACCOUNT');
      note(req, { member: accountId });
      const member = { remote, account_id: accountId, added_by: user.id, added_at: clock.now() };
      await repo.addMember(db, member);
      return reply(201, await read(remote));
    }),
  );
  router.post(
    '/:remote/team/:id/remove',
    route({ params: memberParams }, async ({ params: { remote, id }, req }) => {
      const accountId = rowId('user', id) ?? 0;
      note(req, { change: 'team_remove', remote, member: accountId });
      await checkProof(req);
      const wasMember = await inTransaction(db, async (trx) => {
        if (!(await repo.removeMember(trx, remote, accountId))) return false;
        await noteTakenBack(trx, await overrides.deleteOverrides(trx, { remote, accountId }), actorOf(req));
        return true;
      });
      if (!wasMember) throw new NotFoundError('This account is not on the team', 'NO_SUCH_MEMBER');
      return read(remote);
    }),
  );
  router.post(
    '/:remote/overrides/:id/revoke',
    route({ params: overrideParams }, async ({ params: { remote, id }, req }) => {
      note(req, { change: 'override_revoke', remote, override: id });
      await checkProof(req);
      const gone = await inTransaction(db, async (trx) => {
        const rows = await overrides.deleteOverrides(trx, { remote, id });
        await noteTakenBack(trx, rows, actorOf(req));
        return rows;
      });
      if (gone.length === 0) throw new NotFoundError('Nobody uses this release now', 'NO_SUCH_OVERRIDE');
      return read(remote);
    }),
  );
}
