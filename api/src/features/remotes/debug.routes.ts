import { type DebugRemotes, debugOverrideRequest } from '@ezdash/contracts';
import type { Request, Router } from 'express';
import type { DebugPage, DebugPageClaims } from '../../platform/auth';
import type { Clock } from '../../platform/clock';
import { AppError, NotFoundError } from '../../platform/errors';
import { type DebugRoutes, type DebugSession, requireDebugProof } from '../debug-tool';
import type { ActivationService } from './activation/activation.service';
import type { ReleaseList } from './offer/releaseList';

export interface DebugRemotesDeps {
  activation: Pick<ActivationService, 'offers'>;
  list: ReleaseList;
  page: DebugPage;
  clock: Clock;
}

/** How long a browser is given another release, unless its debug session ends before. */
const TRIED_MS = 60 * 60_000;

/** Releases in the Page tab: the server's list, and which of them this browser is given instead of the active one. */
export function debugRoutes(tabs: Router, { closed }: DebugRoutes, deps: DebugRemotesDeps): void {
  const { activation, list, page, clock } = deps;
  const active = () => activation.offers().flatMap((offer) => (offer.active ? [offer.active.release] : []));

  /** What the browser's cookie says of this session; nothing yet when it is of another one. */
  function claimsOf(req: Request, { id, expiresAt }: DebugSession): DebugPageClaims {
    const known = page.read(req);
    return known?.session === id ? known : { session: id, until: expiresAt.getTime() };
  }

  async function answer({ remotes = {} }: DebugPageClaims): Promise<DebugRemotes> {
    const described = active().map(async ({ name, version }) => {
      const tried = remotes[name];
      const isTried = tried !== undefined && tried.until > clock.nowMs();
      return {
        name,
        active: version,
        override: isTried ? { version: tried.version, ends_at: new Date(tried.until).toISOString() } : null,
        releases: (await list.of(name)).map(({ publishedAt, ...one }) => ({
          ...one,
          published_at: publishedAt.toISOString(),
        })),
      };
    });
    const found = await Promise.all(described);
    return { remotes: found.sort((a, b) => (a.name < b.name ? -1 : 1)) };
  }

  /** Throws 404 and 409 for what cannot be given. */
  async function requireFitting(name: string, version: string): Promise<void> {
    const found = await list.find(name, version);
    if (!found) throw new NotFoundError('This release was not published here', 'NO_SUCH_RELEASE');
    if (found.problems.length === 0) return;
    throw new AppError(409, 'RELEASE_DOES_NOT_FIT', `This release cannot run: ${found.problems.join('; ')}`);
  }

  tabs.get(
    '/remotes',
    closed({}, ({ req }, { session }) => answer(claimsOf(req, session))),
  );
  tabs.post(
    '/remotes/override',
    closed({ body: debugOverrideRequest }, async ({ body, req, res }, { session, detail }) => {
      const { remote, version } = body;
      Object.assign(detail, { remote, version });
      requireDebugProof(session, req, clock.nowMs());
      const everybodys = active().find(({ name }) => name === remote);
      if (!everybodys) throw new NotFoundError('No remote has this name', 'NO_SUCH_REMOTE');
      const claims = claimsOf(req, session);
      const { [remote]: _, ...others } = claims.remotes ?? {};
      const next = { ...claims, remotes: others };
      // The active one is what everybody gets: choosing it is giving the other one back.
      if (version !== null && version !== everybodys.version) {
        await requireFitting(remote, version);
        const until = Math.min(clock.nowMs() + TRIED_MS, claims.until);
        next.remotes = { ...others, [remote]: { version, until } };
      }
      page.write(res, next);
      return answer(next);
    }),
  );
}
