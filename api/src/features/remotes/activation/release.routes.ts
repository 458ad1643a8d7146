import {
  activateReleaseRequest,
  canaryReleaseRequest,
  changeBody,
  checkReleaseRequest,
  MAX_ROW,
  pinReleaseRequest,
  type RemoteStates,
  releaseHistoryQuery,
  remoteName,
  remoteReleasesQuery,
  rollbackReleaseRequest,
  unpinReleaseRequest,
} from '@ezdash/contracts';
import type { Request, Router } from 'express';
import { z } from 'zod';
import { route } from '../../../platform/http';
import type { ReleaseActor } from '../releases.types';
import type { ActivationService } from './activation.service';
import type { By } from './changes';

export interface ReleaseRoutesParts {
  activation: ActivationService;
  /** Who calls. @throws 401, and 404 for another remote than the caller's */
  actorOf: (req: Request, remote?: string) => ReleaseActor;
  /** In the console: throws unless the person has proved lately who they are. */
  checkProof?: (req: Request) => void | Promise<void>;
  /** In the console: notes in the audit what was done. */
  note?: (req: Request, detail: Record<string, unknown>) => void;
}

const params = z.object({ remote: remoteName });
/** What is no number is nobody's. */
const planParams = params.extend({ id: z.coerce.number().int().min(0).max(MAX_ROW).catch(0) });

/** What comes before a change: who makes it is known, it is noted, and proved. */
function createBegin({ actorOf, checkProof, note }: ReleaseRoutesParts) {
  return async (
    req: Request,
    remote: string,
    given: { why: string; [detail: string]: unknown },
  ): Promise<By> => {
    const actor = actorOf(req, remote);
    note?.(req, { remote, ...given });
    await checkProof?.(req);
    return { actor, why: given.why };
  };
}

/** What is read: nothing of it asks for a proof. */
function readRoutes(router: Router, { activation, actorOf }: ReleaseRoutesParts): void {
  router.get(
    '/',
    route(async ({ req }): Promise<RemoteStates> => {
      const actor = actorOf(req);
      const remotes = await activation.summaries(actor.kind === 'token' ? actor.remote : null);
      return { remotes };
    }),
  );
  router.get(
    '/:remote',
    route({ params, query: remoteReleasesQuery }, ({ params: { remote }, query, req }) => {
      actorOf(req, remote);
      return activation.releases(remote, query.before);
    }),
  );
  router.get(
    '/:remote/history',
    route({ params, query: releaseHistoryQuery }, ({ params: { remote }, query, req }) => {
      actorOf(req, remote);
      return activation.history(remote, query.before);
    }),
  );
  router.post(
    '/:remote/check',
    route({ params, body: checkReleaseRequest }, ({ params: { remote }, body, req }) => {
      actorOf(req, remote);
      return activation.check(remote, body.version);
    }),
  );
}

/** What everybody gets. */
function activeRoutes(router: Router, parts: ReleaseRoutesParts): void {
  const { activation } = parts;
  const begin = createBegin(parts);
  router.post(
    '/:remote/activate',
    route({ params, body: activateReleaseRequest }, async ({ params: { remote }, body, req }) =>
      activation.activate(remote, body, await begin(req, remote, { change: 'activate', ...body })),
    ),
  );
  router.post(
    '/:remote/plans/:id/cancel',
    route({ params: planParams, body: changeBody }, async ({ params: { remote, id }, body, req }) =>
      activation.cancelPlan(
        remote,
        id,
        await begin(req, remote, { change: 'cancel_plan', plan: id, ...body }),
      ),
    ),
  );
  router.post(
    '/:remote/rollback',
    route({ params, body: rollbackReleaseRequest }, async ({ params: { remote }, body, req }) =>
      activation.rollback(remote, body.to, await begin(req, remote, { change: 'rollback', ...body })),
    ),
  );
}

/** What some get. */
function partRoutes(router: Router, parts: ReleaseRoutesParts): void {
  const { activation } = parts;
  const begin = createBegin(parts);
  router.post(
    '/:remote/canary',
    route({ params, body: canaryReleaseRequest }, async ({ params: { remote }, body, req }) => {
      const by = await begin(req, remote, { change: 'canary', ...body });
      return activation.canary(remote, body.version, body.percent, by);
    }),
  );
  router.post(
    '/:remote/canary/stop',
    route({ params, body: changeBody }, async ({ params: { remote }, body, req }) =>
      activation.stopCanary(remote, await begin(req, remote, { change: 'stop_canary', ...body })),
    ),
  );
  router.post(
    '/:remote/pin',
    route({ params, body: pinReleaseRequest }, async ({ params: { remote }, body, req }) => {
      const { version, subject, until, why } = body;
      // Whom for is in the history by number: an address in the audit would outlive its account.
      const by = await begin(req, remote, { change: 'pin', version, until, why });
      return activation.pin(remote, { version, subject, until: until === null ? null : new Date(until) }, by);
    }),
  );
  router.post(
    '/:remote/unpin',
    route({ params, body: unpinReleaseRequest }, async ({ params: { remote }, body, req }) =>
      activation.unpin(remote, body.subject, await begin(req, remote, { change: 'unpin', why: body.why })),
    ),
  );
}

/** Releases as teams and operators handle them, at both of their addresses; behind `/tokens`, which is no remote. */
export function releaseRoutes(router: Router, parts: ReleaseRoutesParts): void {
  readRoutes(router, parts);
  activeRoutes(router, parts);
  partRoutes(router, parts);
}
