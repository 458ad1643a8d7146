import {
  type DebugAccountTypes,
  type DebugFeatures,
  type DebugPropertyChanges,
  type DebugUserAnswer,
  debugPropertyUpdate,
  debugUndoRequest,
  plainText,
} from '@ezdash/contracts';
import type { Router } from 'express';
import { z } from 'zod';
import type { Clock } from '../../platform/clock';
import { type DebugRoutes, type DebugSession, requireDebugProof } from '../debug-tool';
import type { Operator } from '../standing';
import { type DebugUserService, userOfPage } from './debugUser.service';

const search = z.object({ search: plainText.trim().max(200).default('') });

const operatorOf = ({ id, admin }: DebugSession): Operator => ({ adminId: admin.id, debugSessionId: id });

/** What is read of the page's user, and of whom a view could show. */
function readRoutes(tabs: Router, { closed }: DebugRoutes, service: DebugUserService): void {
  tabs.get(
    '/user/current',
    closed(
      {},
      async ({ maybeUser }) =>
        ({ user: maybeUser && (await service.present(maybeUser.id)) }) satisfies DebugUserAnswer,
    ),
  );
  tabs.get(
    '/user/features',
    closed(
      {},
      async ({ maybeUser }) =>
        ({ features: maybeUser ? await service.features(maybeUser.id) : {} }) satisfies DebugFeatures,
    ),
  );
  tabs.get(
    '/user/changes',
    closed(
      {},
      async ({ maybeUser }) =>
        ({ changes: maybeUser ? await service.changes(maybeUser.id) : [] }) satisfies DebugPropertyChanges,
    ),
  );
  tabs.get(
    '/account-types',
    closed({}, async () => ({ account_types: await service.types() }) satisfies DebugAccountTypes),
  );
  tabs.get(
    '/users',
    closed({ query: search }, ({ query }) => service.search(query.search)),
  );
}

/** The User tab of the debug tool, at the specification's addresses. */
export function debugUserRoutes(
  tabs: Router,
  routes: DebugRoutes,
  { service, clock }: { service: DebugUserService; clock: Clock },
): void {
  readRoutes(tabs, routes, service);
  tabs.post(
    '/user/update-property',
    routes.closed({ body: debugPropertyUpdate }, async ({ body, maybeUser, req }, { session, detail }) => {
      const { id } = userOfPage(maybeUser);
      Object.assign(detail, { user_id: id, property: body.property, to: String(body.value) });
      requireDebugProof(session, req, clock.nowMs());
      const answer = await service.update(id, body, operatorOf(session));
      // As it was: the same when nothing had to be changed.
      detail.from = answer.change?.from ?? detail.to;
      return answer;
    }),
  );
  tabs.post(
    '/user/undo',
    routes.closed({ body: debugUndoRequest }, async ({ body, maybeUser, req }, { session, detail }) => {
      const { id } = userOfPage(maybeUser);
      Object.assign(detail, { user_id: id, change: body.change_id });
      requireDebugProof(session, req, clock.nowMs());
      const answer = await service.undo(id, body.change_id, operatorOf(session));
      const { change } = answer;
      Object.assign(detail, { property: change?.property, from: change?.to, to: change?.from });
      return answer;
    }),
  );
}
