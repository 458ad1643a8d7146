import {
  activateReleaseRequest,
  canaryReleaseRequest,
  changeBody,
  checkReleaseRequest,
  MAX_ROW,
  pinReleaseRequest,
  type ReleaseChange,
  type RemoteState,
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
import { isOfTeam } from '../tokens/releaseDoor';
import type { ActivationService } from './activation.service';
import type { By } from './changes';
import { eventForTeam, releaseForTeam, stateForTeam } from './forTeams';

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

/** As the caller may see it. */
function createShow({ actorOf }: ReleaseRoutesParts) {
  return <State extends Pick<RemoteState, 'pins' | 'planned'>>(req: Request, state: State): State =>
    isOfTeam(actorOf(req)) ? stateForTeam(state) : state;
}

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
    return { actor, why: given.why, hasGone: () => req.socket.destroyed };
  };
}

/** What a change is answered with. */
function createAnswer(parts: ReleaseRoutesParts) {
  const show = createShow(parts);
  return async (req: Request, change: Promise<ReleaseChange>): Promise<ReleaseChange> => {
    const { state, verdict } = await change;
    return { state: show(req, state), verdict };
  };
}

/** What is read: nothing of it asks for a proof. */
function readRoutes(router: Router, parts: ReleaseRoutesParts): void {
  const { activation, actorOf } = parts;
  const show = createShow(parts);
  router.get(
    '/',
    route(async ({ req }): Promise<RemoteStates> => {
      const actor = actorOf(req);
      const remotes = await activation.summaries(actor.kind === 'token' ? actor.remote : null);
      return { remotes: remotes.map((one) => show(req, one)) };
    }),
  );
  router.get(
    '/:remote',
    route({ params, query: remoteReleasesQuery }, async ({ params: { remote }, query, req }) => {
      const actor = actorOf(req, remote);
      const { state, releases, next } = await activation.releases(remote, query.before);
      const shown = isOfTeam(actor) ? releases.map(releaseForTeam) : releases;
      return { state: show(req, state), releases: shown, next };
    }),
  );
  router.get(
    '/:remote/history',
    route({ params, query: releaseHistoryQuery }, async ({ params: { remote }, query, req }) => {
      const actor = actorOf(req, remote);
      const { before = MAX_ROW } = query;
      const { events, next } = await activation.history(remote, Math.min(before, MAX_ROW));
      return { events: isOfTeam(actor) ? events.map(eventForTeam) : events, next };
    }),
  );
  router.post(
    '/:remote/check',
    route({ params, body: checkReleaseRequest }, ({ params: { remote }, body, req }) =>
      activation.check(remote, body.version, actorOf(req, remote)),
    ),
  );
}

/** What everybody gets. */
function activeRoutes(router: Router, parts: ReleaseRoutesParts): void {
  const { activation } = parts;
  const begin = createBegin(parts);
  const answer = createAnswer(parts);
  router.post(
    '/:remote/activate',
    route({ params, body: activateReleaseRequest }, async ({ params: { remote }, body, req }) => {
      const by = await begin(req, remote, { change: 'activate', ...body });
      return answer(req, activation.activate(remote, body, by));
    }),
  );
  router.post(
    '/:remote/plans/:id/cancel',
    route({ params: planParams, body: changeBody }, async ({ params: { remote, id }, body, req }) => {
      const by = await begin(req, remote, { change: 'cancel_plan', plan: id, ...body });
      return answer(req, activation.cancelPlan(remote, id, by));
    }),
  );
  router.post(
    '/:remote/rollback',
    route({ params, body: rollbackReleaseRequest }, async ({ params: { remote }, body, req }) => {
      const by = await begin(req, remote, { change: 'rollback', ...body });
      return answer(req, activation.rollback(remote, body.to, by));
    }),
  );
}

/** What some get. */
function partRoutes(router: Router, parts: ReleaseRoutesParts): void {
  const { activation } = parts;
  const begin = createBegin(parts);
  const answer = createAnswer(parts);
  router.post(
    '/:remote/canary',
    route({ params, body: canaryReleaseRequest }, async ({ params: { remote }, body, req }) => {
      const by = await begin(req, remote, { change: 'canary', ...body });
      return answer(req, activation.canary(remote, body.version, body.percent, by));
    }),
  );
  router.post(
    '/:remote/canary/stop',
    route({ params, body: changeBody }, async ({ params: { remote }, body, req }) => {
      const by = await begin(req, remote, { change: 'stop_canary', ...body });
      return answer(req, activation.stopCanary(remote, by));
    }),
  );
  router.post(
    '/:remote/pin',
    route({ params, body: pinReleaseRequest }, async ({ params: { remote }, body, req }) => {
      const { version, subject, until: end, why } = body;
      // Whom for is in the history by number: an address in the audit would outlive its account.
      const by = await begin(req, remote, { change: 'pin', version, until: end, why });
      const until = end === null ? null : new Date(end);
      return answer(req, activation.pin(remote, { version, subject, until }, by));
    }),
  );
  router.post(
    '/:remote/unpin',
    route({ params, body: unpinReleaseRequest }, async ({ params: { remote }, body, req }) => {
      const by = await begin(req, remote, { change: 'unpin', why: body.why });
      return answer(req, activation.unpin(remote, body.subject, by));
    }),
  );
}

/** Releases as teams and operators handle them, at both of their addresses; behind `/tokens`, which is no remote. */
export function releaseRoutes(router: Router, parts: ReleaseRoutesParts): void {
  readRoutes(router, parts);
  activeRoutes(router, parts);
  partRoutes(router, parts);
}
