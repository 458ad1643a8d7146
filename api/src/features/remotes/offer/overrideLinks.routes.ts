import { overrideLinkRequest, remoteName } from '@ezdash/contracts';
import type { Request, Router } from 'express';
import { z } from 'zod';
import { isDirect, releaseBody, reply, route } from '../../../platform/http';
import type { ReleaseActor } from '../releases.types';
import type { OverrideLinks } from './overrideLinks';

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
      const link = await links.make(remote, body, isDirect(req), actor);
      log.info({ ...given, by: actor.kind === 'token' ? actor.label : actor.kind }, 'Override link made');
      return reply(201, link);
    }),
  );
}
