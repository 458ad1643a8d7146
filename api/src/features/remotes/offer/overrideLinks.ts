import type {
  GateVerdict,
  OverrideLink,
  OverrideLinkRequest,
  overrideLinkRequest,
  Release,
  ShellRelease,
} from '@ezdash/contracts';
import type { z } from 'zod';
import type { Clock } from '../../../platform/clock';
import { AppError, NotFoundError, ValidationError } from '../../../platform/errors';
import { GateRefused } from '../activation/GateRefused';
import { incompatibilities } from '../gate/compatibility';
import type { Gate, ReleaseActor } from '../releases.types';
import { isLoopbackOrigin, type LocalBuilds, readLocalRelease } from './localBuilds';
import type { ReleaseList } from './releaseList';
import type { LinkClaims, SignedLinks } from './signedLinks';

export interface OverrideLinks {
  /**
   * @param isDirect no intermediary: without that, builds on somebody's own machine are refused
   * @throws NotFoundError, AppError 409 for what cannot be given, ValidationError
   */
  make(
    remote: string,
    wanted: z.output<typeof overrideLinkRequest>,
    isDirect: boolean,
    by: ReleaseActor,
  ): Promise<OverrideLink>;
}

export interface OverrideLinkParts {
  links: Pick<SignedLinks, 'linkTo'>;
  list: Pick<ReleaseList, 'find'>;
  gate: Pick<Gate, 'latest'>;
  /** Asks the gate. @throws 429 after too many trials */
  check: (remote: string, version: string, by: ReleaseActor) => Promise<GateVerdict>;
  builds: LocalBuilds;
  shell: ShellRelease;
  /** What of a release is the shell's or another remote's: a link gives a team no more than its token does. */
  takenBy: (release: Release) => string[];
  production: boolean;
  clock: Clock;
}

const MINUTE_MS = 60_000;

function requireFitting(problems: string[]): void {
  if (problems.length === 0) return;
  throw new AppError(409, 'RELEASE_DOES_NOT_FIT', `This release cannot run: ${problems.join('; ')}`);
}

/** Makes links to another release for one browser: one of the list that passed, or, outside production, a build of its owner's. */
export function createOverrideLinks(parts: OverrideLinkParts): OverrideLinks {
  const { links, list, gate, check, builds, shell, takenBy, production, clock } = parts;

  /** What runs in somebody's account has passed: what was not tried yet is tried now. */
  async function requirePassed(id: number, remote: string, version: string, by: ReleaseActor): Promise<void> {
    const known = (await gate.latest([id])).get(id);
    const verdict = known?.passed ? known : await check(remote, version, by);
    if (!verdict.passed) throw new GateRefused(verdict);
  }

  async function published(
    remote: string,
    version: string,
    by: ReleaseActor,
  ): Promise<Pick<LinkClaims, 'version'>> {
    const found = await list.find(remote, version);
    if (!found) throw new NotFoundError('This release was not published here', 'NO_SUCH_RELEASE');
    requireFitting([...found.problems, ...takenBy(found.release)]);
    await requirePassed(found.id, remote, version, by);
    return { version };
  }

  async function local(
    remote: string,
    { origin, release: sent }: NonNullable<OverrideLinkRequest['local']>,
    endsAt: Date,
    isDirect: boolean,
  ): Promise<Pick<LinkClaims, 'local'>> {
    if (production || !isDirect)
      throw new AppError(
        409,
        'NO_LOCAL_BUILDS',
        'This environment takes no builds from your machine. Publish the release without activating it, then create a link to that release',
      );
    if (!isLoopbackOrigin(origin))
      throw new ValidationError({
        'local.origin': ['Must be http://localhost:PORT or http://127.0.0.1:PORT'],
      });
    const read = readLocalRelease(sent, remote);
    if ('problem' in read) throw new ValidationError({ 'local.release': [read.problem] });
    requireFitting([...incompatibilities(read.release, shell), ...takenBy(read.release)]);
    return { local: await builds.add({ origin, release: read.release }, endsAt) };
  }

  return {
    async make(remote, { version, local: build, minutes }, isDirect, by) {
      const endsAt = new Date(clock.nowMs() + minutes * MINUTE_MS);
      const answer = (chosen: Pick<LinkClaims, 'version' | 'local'>): OverrideLink => ({
        url: links.linkTo({ remote, ...chosen, until: endsAt.getTime() }),
        ends_at: endsAt.toISOString(),
      });
      if (version !== undefined && build === undefined) return answer(await published(remote, version, by));
      if (version === undefined && build !== undefined)
        return answer(await local(remote, build, endsAt, isDirect));
      throw new ValidationError({ version: ['Name a version, or a build of yours'] });
    },
  };
}
