import {
  publicId,
  type ReleaseHistory,
  type ReleasePin,
  type RemoteReleases,
  type RemoteState,
  type RemoteSummary,
} from '@ezdash/contracts';
import type { Clock } from '../../../platform/clock';
import type { Db } from '../../../platform/db';
import { NotFoundError } from '../../../platform/errors';
import type { StoredRelease, Trouble } from '../releases.types';
import { remoteNames, wasActive } from './activation.repo';
import type { Pin, Pointer } from './foldEvents';
import type { Pointers, RemoteOffer } from './pointers';
import { NO_TROUBLE, type ReleaseInfos } from './releaseInfos';
import { publicSessionOf } from './subjects';
import * as repo from './views.repo';

interface ViewsParts {
  db: Db;
  pointers: Pick<Pointers, 'pointerOf' | 'offers'>;
  infos: ReleaseInfos;
  trouble: Pick<Trouble, 'of'>;
  /** What this server was built with. */
  buildOf(name: string): StoredRelease | null;
  clock: Clock;
}

const PAGE = 50;

/** One page of what was read with one more than it holds; `next` goes on behind its last one. */
function page<Row, Key>(rows: Row[], keyOf: (row: Row) => Key): { rows: Row[]; next: Key | null } {
  const shown = rows.slice(0, PAGE);
  const last = shown.at(-1);
  return { rows: shown, next: rows.length > PAGE && last !== undefined ? keyOf(last) : null };
}

/** What operators and teams read of releases. */
export function createViews({ db, pointers, infos, trouble, buildOf, clock }: ViewsParts) {
  const offerOf = (name: string): RemoteOffer | undefined =>
    pointers.offers().find((offer) => offer.name === name);
  const isLive = ({ until }: Pin) => until === null || until.getTime() > clock.nowMs();

  /** What waits for people: nobody was ever given it. */
  async function waitingBuilds(names: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const waiting = new Map<string, string>();
    for (const name of names) {
      const build = buildOf(name);
      if (!build || pointers.pointerOf(name).stack.includes(build.id)) continue;
      if (!(await wasActive(db, name, build.id))) waiting.set(name, build.version);
    }
    return waiting;
  }

  async function states(names: readonly string[]): Promise<RemoteState[]> {
    const known = names.map((name) => {
      const pointer: Pointer = pointers.pointerOf(name);
      return { name, pointer, pins: pointer.pins.filter(isLive), offer: offerOf(name) };
    });
    const versions = await repo.versionsOf(
      db,
      known.flatMap(({ pointer, pins }) => [
        ...(pointer.canary ? [pointer.canary.releaseId] : []),
        ...pins.map(({ releaseId }) => releaseId),
      ]),
    );
    const users = known.flatMap(({ pins }) =>
      pins.flatMap(({ subject }) => (subject.kind === 'user' ? [subject.userId] : [])),
    );
    const emails = await repo.emailsOf(db, users);
    const plans = await repo.openPlans(db, names);
    const builds = await waitingBuilds(names);
    const pinOf = ({ subject, releaseId, until }: Pin): ReleasePin => ({
      subject:
        subject.kind === 'user'
          ? {
              kind: 'user',
              user_id: publicId('user', subject.userId),
              email: emails.get(subject.userId) ?? '',
            }
          : { kind: 'session', session: publicSessionOf(subject.session) },
      version: versions.get(releaseId) ?? '',
      until: until?.toISOString() ?? null,
    });
    return known.map(({ name, pointer: { since, canary }, pins, offer }) => ({
      remote: name,
      active: offer?.active && since ? { version: offer.active.version, since: since.toISOString() } : null,
      previous: offer?.previous?.version ?? null,
      canary: canary && {
        version: versions.get(canary.releaseId) ?? '',
        percent: canary.share / 10,
        since: canary.since.toISOString(),
      },
      pins: pins.map(pinOf),
      planned: plans.filter((plan) => plan.name === name).map(({ name: _, ...plan }) => plan),
      built: builds.get(name) ?? null,
    }));
  }

  async function requireRemote(name: string): Promise<void> {
    if ((await remoteNames(db)).includes(name)) return;
    throw new NotFoundError('No remote has this name', 'NO_SUCH_REMOTE');
  }

  async function state(name: string): Promise<RemoteState> {
    await requireRemote(name);
    const [found] = await states([name]);
    if (!found) throw new Error(`${name} has no state`);
    return found;
  }

  return {
    state,
    states,

    /** Every remote, or the one that the caller may handle. */
    async summaries(only: string | null): Promise<RemoteSummary[]> {
      const names = (await remoteNames(db)).filter((name) => only === null || name === only);
      const found = await states(names);
      const teams = await repo.teamsOf(db, names);
      const activeIds = names.map((name) => offerOf(name)?.active?.id);
      const troubles = await trouble.of(activeIds.filter((id) => id !== undefined));
      return found.map((one, index) => ({
        ...one,
        team: offerOf(one.remote)?.active?.release.manifest.team ?? teams.get(one.remote) ?? null,
        trouble: troubles.get(activeIds[index] ?? 0) ?? NO_TROUBLE,
      }));
    },

    /** @throws 404 for a remote or a release that there is none of */
    async releases(name: string, before: string | undefined): Promise<RemoteReleases> {
      const found = await state(name);
      const from = before === undefined ? null : await repo.releaseRowId(db, name, before);
      if (before !== undefined && from === null)
        throw new NotFoundError('This release was not published here', 'NO_SUCH_RELEASE');
      const { rows, next } = page(
        await infos.list(name, { before: from, limit: PAGE + 1 }),
        ({ version }) => version,
      );
      return { state: found, releases: rows, next };
    },

    async history(name: string, before: number | undefined): Promise<ReleaseHistory> {
      await requireRemote(name);
      const found = await repo.readHistory(db, name, { before: before ?? null, limit: PAGE + 1 });
      const { rows, next } = page(found, ({ id }) => id);
      return { events: rows, next };
    },
  };
}

export type Views = ReturnType<typeof createViews>;
