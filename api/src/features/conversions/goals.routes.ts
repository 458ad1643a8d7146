import {
  conversionGoalInput,
  conversionGoalKeyInput,
  conversionGoalUpdate,
  conversionQuery,
  postbackTestInput,
} from '@ezdash/contracts';
import { Router } from 'express';
import { z } from 'zod';
import { requireRole } from '../../platform/auth';
import { reply, route } from '../../platform/http';
import type { ConversionService } from './conversions.service';
import type { GoalService } from './goals.service';
import type { TestGoal } from './testGoal';

const params = z.object({ id: z.string() });

/** /api/conversion-goals: an advertiser's own. */
export function goalRoutes(
  goals: GoalService,
  conversions: Pick<ConversionService, 'list'>,
  testGoal: TestGoal,
): Router {
  const router = Router();
  router.use(requireRole('advertiser'));
  router.get(
    '/',
    route(({ user }) => goals.list(user.id)),
  );
  router.post(
    '/',
    route({ body: conversionGoalInput }, async ({ body, user, log }) => {
      const made = await goals.create(user.id, body);
      const { id, pixel, requires_key } = made;
      log.info(
        { event: 'conversions.goal_created', userId: user.id, goalId: id, pixel, requires_key },
        'A conversion goal was made',
      );
      return reply(201, made);
    }),
  );
  router.get(
    '/:id',
    route({ params }, ({ params: { id }, user }) => goals.get(user.id, id)),
  );
  router.patch(
    '/:id',
    route({ params, body: conversionGoalUpdate }, async ({ params: { id }, body, user, log }) => {
      const goal = await goals.update(user.id, id, body);
      log.info(
        { event: 'conversions.goal_changed', userId: user.id, goalId: id, fields: Object.keys(body) },
        'A conversion goal was changed',
      );
      return goal;
    }),
  );
  router.get(
    '/:id/key',
    route({ params }, async ({ params: { id }, user, log }) => {
      const answer = await goals.showKey(user.id, id);
      log.info(
        { event: 'conversions.key_shown', userId: user.id, goalId: id },
        'The key of a conversion goal was shown',
      );
      return answer;
    }),
  );
  router.post(
    '/:id/key',
    route({ params, body: conversionGoalKeyInput }, async ({ params: { id }, body, user, log }) => {
      const answer = await goals.renewKey(user.id, id, body.overlap_hours);
      log.info(
        { event: 'conversions.key_renewed', userId: user.id, goalId: id },
        'The key of a conversion goal was renewed',
      );
      return answer;
    }),
  );
  router.post(
    '/:id/test',
    route({ params, body: postbackTestInput }, ({ params: { id }, body, user }) =>
      testGoal(user.id, id, body),
    ),
  );
  router.get(
    '/:id/conversions',
    route({ params, query: conversionQuery }, ({ params: { id }, query, user }) =>
      conversions.list(user.id, id, query),
    ),
  );
  return router;
}
