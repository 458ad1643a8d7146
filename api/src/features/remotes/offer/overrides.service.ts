import type {
  GateVerdict,
  OverridePreview,
  OverrideProblem,
  OverrideTaken,
  Release,
  ReleaseOverride,
} from '@ezdash/contracts';
import type { Request } from 'express';
import { currentUser } from '../../../platform/auth';
import type { Clock } from '../../../platform/clock';
import { type Db, inTransaction, type Trx } from '../../../platform/db';
import { AppError, NotFoundError } from '../../../platform/errors';
import { isDirect } from '../../../platform/http';
import type { Log } from '../../../platform/log';
import { insertEvent } from '../activation/activation.repo';
import type { Gate, ReleaseActor } from '../releases.types';
import { landingOf } from './landing';
import type { LocalBuilds } from './localBuilds';
import type { OverrideHolder, OverrideKey } from './overrideKey';
import * as repo from './overrides.repo';
import type { ActiveRelease } from './registry';
import type { ReleaseList } from './releaseList';
import type { LinkClaims, SignedLinks } from './signedLinks';

/** Release in the place of the active one, for one browser. */
export interface GivenOverride {
  id: number;
  takenAt: Date;
  release: Release;
  override: NonNullable<ActiveRelease['override']>;
}

export interface Overrides {
  /** What the call's browser is given now, by remote. No query for a browser that never took one. */
  given(req: Request): Promise<GivenOverride[]>;
  /** What a link would give to the call's browser. Changes nothing. */
  preview(req: Request, link: string): Promise<OverridePreview>;
  /** @throws AppError: what `preview` names as its problem */
  take(req: Request, link: string): Promise<OverrideTaken>;
  /** All of the browser's, or one. @throws 404 for one that is not its own */
  takeBack(req: Request, id: number | null): Promise<void>;
}

export interface OverridesParts {
  db: Db;
  key: OverrideKey;
  links: Pick<SignedLinks, 'openLink'>;
  list: Pick<ReleaseList, 'find'>;
  builds: Pick<LocalBuilds, 'find'>;
  gate: Pick<Gate, 'latest'>;
  production: boolean;
  clock: Clock;
  log: Log;
}

/** Where a release is, and what the gate says of it. */
interface Found {
  release: Release;
  /** Row of a published one. */
  id: number | null;
  origin: string | null;
  verdict: GateVerdict | null;
}

/** Status, code and words of each problem. */
const REFUSALS: Readonly<Record<OverrideProblem, readonly [number, string, string]>> = {
  over: [410, 'LINK_OVER', 'This link has expired. Ask for a new one'],
  elsewhere: [400, 'LINK_ELSEWHERE', 'This link is for another environment. Ask for one made here'],
  broken: [400, 'LINK_BROKEN', 'This link is incomplete. Copy all of it, or ask for a new one'],
  gone: [404, 'RELEASE_GONE', 'This release is no longer available here'],
  not_passed: [409, 'GATE_NOT_PASSED', 'This release has not passed the gate'],
  sign_in: [401, 'SIGN_IN_REQUIRED', 'Sign in to use this release'],
  not_allowed: [403, 'NOT_ON_TEAM', 'You are not on the team of this remote. An admin can add you'],
};

const refusal = (problem: OverrideProblem): AppError => new AppError(...REFUSALS[problem]);

export const overrideVersion = ({
  version,
  local_build_id,
}: Pick<repo.OverrideRow, 'version' | 'local_build_id'>): string =>
  version ?? `local build ${local_build_id}`;

/** In the history; builds of somebody's own machine have none. */
export async function noteTakenBack(trx: Trx, rows: readonly repo.OverrideRow[], actor: ReleaseActor) {
  for (const { remote: name, release_id: releaseId, account_id: userId } of rows) {
    if (releaseId === null || userId === null) continue;
    const subject = { kind: 'user', userId } as const;
    await insertEvent(trx, { name, event: 'taken_back', releaseId, subject, actor, why: '' });
  }
}

/**
 * Releases that one browser alone is given, once somebody there said yes to a link. A row says what it has; whether it
 * still counts is asked each time, so that its end, the sign-in's, the team's and the verdict's are its own.
 */
export function createOverrides(parts: OverridesParts): Overrides {
  const { db, key, links, list, builds, gate, production, clock, log } = parts;

  async function findPublished(remote: string, version: string): Promise<Found | null> {
    const found = await list.find(remote, version);
    if (!found || found.problems.length > 0) return null;
    const verdict = (await gate.latest([found.id])).get(found.id) ?? null;
    return { release: found.release, id: found.id, origin: null, verdict };
  }

  /** Builds on somebody's own machine are a developers' door. */
  async function findLocal(req: Request, remote: string, id: number): Promise<Found | null> {
    const build = production || !isDirect(req) ? null : await builds.find(id, remote);
    return build && { ...build, id: null, verdict: null };
  }

  const find = (req: Request, { remote, version, local }: LinkClaims): Promise<Found | null> =>
    local === undefined ? findPublished(remote, version ?? '') : findLocal(req, remote, local);

  const isGood = ({ id, verdict }: Found) => id === null || verdict?.passed === true;

  async function problemOf(req: Request, found: Found): Promise<OverrideProblem | null> {
    if (!isGood(found)) return 'not_passed';
    // The pages of coming in have to be developed too.
    if (found.id === null) return null;
    const user = currentUser(req);
    if (!user) return 'sign_in';
    return (await repo.mayTakeOf(db, found.release.name, user.id)) ? null : 'not_allowed';
  }

  async function inspect(req: Request, link: string) {
    const opened = links.openLink(link);
    if ('problem' in opened) return { problem: opened.problem, found: null };
    const found = await find(req, opened.claims);
    if (!found) return { problem: 'gone' as const, found: null };
    return { problem: await problemOf(req, found), found, claims: opened.claims };
  }

  /** With whose eyes a page is seen is another's question: a view of an account is of what everybody has. */
  const holderOf = (req: Request): OverrideHolder | null => (req.viewedBy ? null : key.read(req));

  return {
    async given(req) {
      const holder = holderOf(req);
      if (!holder) return [];
      const rows = await repo.readOverrides(db, holder, clock.now());
      const found = await Promise.all(
        rows.map(async ({ id, remote, version, local_build_id, taken_at: takenAt, ends_at: endsAt }) => {
          const one = await find(req, {
            remote,
            version: version ?? undefined,
            local: local_build_id ?? undefined,
            until: endsAt.getTime(),
          });
          if (!one || !isGood(one)) return [];
          const { release, origin } = one;
          return [{ id, takenAt, release, override: { endsAt, ...(origin && { origin }) } }];
        }),
      );
      return found.flat();
    },

    async preview(req, link) {
      const { problem, found, claims } = await inspect(req, link);
      if (!found) return { problem, release: null };
      const { release, verdict, origin } = found;
      return {
        problem,
        release: {
          remote: release.name,
          version: release.version,
          team: found.id === null ? null : await repo.teamOf(db, found.id),
          verdict: verdict && { passed: verdict.passed, checked_at: verdict.checked_at },
          origin,
          ends_at: new Date(claims.until).toISOString(),
        },
      };
    },

    async take(req, link) {
      const { problem, found, claims } = await inspect(req, link);
      if (problem) throw refusal(problem);
      const { holder, write } = key.readOrMake(req);
      const { id, release } = found;
      const { name: remote, version } = release;
      const takenAt = clock.now();
      await inTransaction(db, async (trx) => {
        await repo.insertOverride(trx, {
          holder,
          remote,
          ...(id === null ? { local_build_id: claims.local } : { release_id: id }),
          taken_at: takenAt,
          ends_at: new Date(claims.until),
        });
        if (id !== null) await noteTaken(trx, req, remote, id);
      });
      const rows = await repo.readOverrides(db, holder, takenAt);
      write(Math.max(...rows.map(({ ends_at }) => ends_at.getTime())) - takenAt.getTime());
      log.info({ remote, version, userId: holder.signIn?.userId ?? null }, 'Override taken');
      return { landing: landingOf(release, currentUser(req)?.role ?? null) };
    },

    async takeBack(req, id) {
      const holder = key.read(req);
      const rows = holder
        ? await inTransaction(db, async (trx) => {
            const gone = await repo.deleteOverrides(trx, { holder, id });
            const actor = actorOf(req);
            if (actor) await noteTakenBack(trx, gone, actor);
            return gone;
          })
        : [];
      if (id !== null && rows.length === 0)
        throw new NotFoundError('This browser does not use this release', 'NO_SUCH_OVERRIDE');
      if (id === null) key.clear(req);
      for (const { remote, account_id: userId } of rows) log.info({ remote, userId }, 'Override taken back');
    },
  };
}

/** Who takes something, in the history. */
function actorOf(req: Request): Extract<ReleaseActor, { userId: number }> | null {
  const user = currentUser(req);
  return user && { kind: user.role === 'admin' ? 'admin' : 'member', userId: user.id, email: user.email };
}

async function noteTaken(trx: Trx, req: Request, name: string, releaseId: number): Promise<void> {
  const actor = actorOf(req);
  if (!actor) return;
  const subject = { kind: 'user', userId: actor.userId } as const;
  await insertEvent(trx, { name, event: 'taken', releaseId, subject, actor, why: '' });
}

/** As people and the console see them. */
export const presentOverride = ({ id, takenAt, release, override }: GivenOverride): ReleaseOverride => ({
  id,
  remote: release.name,
  version: release.version,
  taken_at: takenAt.toISOString(),
  ends_at: override.endsAt.toISOString(),
});
