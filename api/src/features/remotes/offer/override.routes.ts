import { overrideLinkRequest, remoteName } from '@ezdash/contracts';
import { type Request, Router } from 'express';
import { z } from 'zod';
import { currentUser } from '../../../platform/auth';
import { isDirect, releaseBody, reply, route } from '../../../platform/http';
import type { ReleaseActor } from '../releases.types';
import type { FindOverridden } from './findOverridden';
import { landingOf } from './landing';
import { namedBy, type Overrides } from './override';
import type { OverrideLinks } from './override.service';
import { sendOverridePage } from './overridePage';

export interface OverrideLinkRoutes {
  links: OverrideLinks;
  /** Who calls. @throws 401, and 404 for another remote than the caller's */
  actorOf: (req: Request, remote?: string) => ReleaseActor;
  /** In the console: throws unless the person has proved lately who they are. */
  checkProof?: (req: Request) => void | Promise<void>;
  /** In the console: notes in the audit what was given. */
  note?: (req: Request, detail: Record<string, unknown>) => void;
}

const params = z.object({ remote: remoteName });

/** `POST /{remote}/override-links`, of teams' tokens and of the console. */
export function overrideLinkRoutes(
  router: Router,
  { links, actorOf, checkProof, note }: OverrideLinkRoutes,
): void {
  router.post(
    '/:remote/override-links',
    // Nobody sends 2 MB to be told that it is not their remote.
    (req, _res, next) => {
      actorOf(req as Request, String(req.params.remote));
      next();
    },
    releaseBody,
    route({ params, body: overrideLinkRequest }, async ({ params: { remote }, body, req, log }) => {
      const actor = actorOf(req, remote);
      const { version, local, minutes } = body;
      const given = { remote, ...(local ? { local: local.origin } : { version }), minutes };
      note?.(req, { change: 'override_link', ...given });
      await checkProof?.(req);
      const link = await links.make(remote, body, isDirect(req));
      log.info({ ...given, by: actor.kind === 'token' ? actor.label : actor.kind }, 'Override link made');
      return reply(201, link);
    }),
  );
}

const opening = z.object({ link: z.string().max(3_000).optional(), off: z.string().optional() });

/**
 * `/remotes/override`: opened by people. With a `link` the browser has its release from then on, and is led to a page of
 * it; with `off` it has what everybody has. A link that does nothing any more says so.
 */
export function overrideRouter(
  overrides: Pick<Overrides, 'openLink' | 'give' | 'clear'>,
  find: FindOverridden,
): Router {
  const router = Router();
  router.get(
    '/',
    route({ query: opening }, async ({ query: { link, off }, req, res }) => {
      // The link opens something: nobody stores it, and the next page is not told of it.
      res.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
      if (off !== undefined) {
        overrides.clear(res);
        res.redirect(303, '/');
        return;
      }
      const opened = overrides.openLink(link ?? '');
      if ('problem' in opened) {
        sendOverridePage(req, res, opened.problem);
        return;
      }
      const { remote, version } = namedBy(opened.claims);
      const found = await find(remote, version);
      overrides.give(req, res, opened.claims);
      res.redirect(303, found ? landingOf(found.release, currentUser(req)?.role ?? null) : '/');
    }),
  );
  return router;
}
