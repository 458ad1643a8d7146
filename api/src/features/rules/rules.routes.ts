import { ruleCommand, ruleInput, ruleLogQuery, ruleReplacement } from '@ezdash/contracts';
import { Router } from 'express';
import { z } from 'zod';
import { translateMessage } from '../../locales';
import { requireRole } from '../../platform/auth';
import { reply, requestLocale, route } from '../../platform/http';
import type { RuleService } from './rules.service';

const params = z.object({ id: z.string() });

/** /api/rules: an advertiser's own. */
export function ruleRoutes(rules: RuleService): Router {
  const router = Router();
  router.use(requireRole('advertiser'));
  router.get(
    '/',
    route(({ user }) => rules.list(user.id)),
  );
  router.post(
    '/',
    route({ body: ruleInput }, async ({ body, user }) => reply(201, await rules.create(user.id, body))),
  );
  router.get(
    '/:id',
    route({ params }, ({ params: { id }, user }) => rules.get(user.id, id)),
  );
  router.put(
    '/:id',
    route({ params, body: ruleReplacement }, ({ params: { id }, body, user }) =>
      rules.replace(user.id, id, body),
    ),
  );
  router.post(
    '/:id/dry-run',
    route({ params }, ({ params: { id }, user }) => rules.dryRun(user.id, id)),
  );
  router.post(
    '/:id/commands',
    route({ params, body: ruleCommand }, async ({ params: { id }, body, user, log }) => {
      const { command, dry_run } = body;
      const rule = await rules.command(user.id, id, command, dry_run);
      log.info(
        { event: 'rules.commanded', userId: user.id, ruleId: id, command },
        'An automatic rule was switched',
      );
      return rule;
    }),
  );
  router.get(
    '/:id/log',
    route({ params, query: ruleLogQuery }, ({ params: { id }, query: { before, matched }, user, req }) =>
      rules.log(user.id, id, { before: before ?? null, matchedOnly: matched === '1' }, (sentence) =>
        translateMessage(requestLocale(req), sentence),
      ),
    ),
  );
  return router;
}
