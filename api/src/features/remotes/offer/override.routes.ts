import { overrideLinkRequest, remoteName } from '@ezdash/contracts';
import { type Request, Router } from 'express';
import { z } from 'zod';
import { reply, route } from '../../../platform/http';
import type { ReleaseActor } from '../releases.types';
import type { Overrides } from './override';
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
    route({ params, body: overrideLinkRequest }, async ({ params: { remote }, body, req, log }) => {
      const actor = actorOf(req, remote);
      const { version, local, minutes } = body;
      const given = { remote, ...(local ? { local: local.origin } : { version }), minutes };
      note?.(req, { change: 'override_link', ...given });
      await checkProof?.(req);
      const link = await links.make(remote, body);
      log.info({ ...given, by: actor.kind === 'token' ? actor.label : actor.kind }, 'Override link made');
      return reply(201, link);
    }),
  );
}

const opening = z.object({ link: z.string().max(3_000).optional(), off: z.string().optional() });

/**
 * `/remotes/override`: opened by people. With a `link` the browser has its release from then on; with `off` it has
 * what everybody has. Leads to the app either way; a link that does nothing any more says so.
 */
export function overrideRouter(overrides: Pick<Overrides, 'openLink' | 'give' | 'clear'>): Router {
  const router = Router();
  router.get(
    '/',
    route({ query: opening }, ({ query: { link, off }, req, res }) => {
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
      overrides.give(req, res, opened.claims);
      res.redirect(303, '/');
    }),
  );
  return router;
}
