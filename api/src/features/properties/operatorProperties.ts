import { domainToUnicode } from 'node:url';
import { type OperatorProperty, PROPERTY_STATES, propertyDecision, publicId } from '@ezdash/contracts';
import { Router } from 'express';
import { z } from 'zod';
import { requireAdmin } from '../../platform/auth';
import { type Db, inTransaction } from '../../platform/db';
import { AppError, NotFoundError } from '../../platform/errors';
import { route } from '../../platform/http';
import { publicRowId } from '../figures';
import { liftApprovedProperty } from '../stops';
import { createLookalikes } from './domain/lookalikes';
import * as repo from './properties.repo';
import type { PropertiesDeps } from './properties.service';

/** GET /api/operator/properties?state=: a property and whose it is. */
function presentForOperator(row: repo.OperatorPropertyRow, lookalikes: string[]): OperatorProperty {
  return {
    id: publicId('property', row.id),
    name: row.name,
    domain: row.domain,
    category: row.category,
    language: row.language,
    state: row.state,
    state_reason: row.state_reason,
    created_at: row.created_at.toISOString(),
    zone_count: row.zone_count,
    zones: row.zones.map(({ id, last_request_at: at, ...zone }) => ({
      ...zone,
      id: publicId('zone', id),
      last_request_at: at === null ? null : new Date(at).toISOString(),
    })),
    same_domain: row.same_domain,
    domain_shown: domainToUnicode(row.domain) || row.domain,
    verification: row.verification && {
      method: row.verification.method,
      verified_at: new Date(row.verification.verified_at).toISOString(),
    },
    lookalikes,
    publisher: {
      id: row.publisher_id,
      name: row.publisher_name,
      email: row.publisher_email,
      status: row.publisher_status,
      approved: row.approved_count,
    },
  };
}

const MOST_LOOKALIKES = 5;

const verifiedElsewhere = () =>
  new AppError(422, 'VERIFIED_ELSEWHERE', 'Another publisher has shown that this domain is theirs');

async function presentAll(db: Db, rows: repo.OperatorPropertyRow[]): Promise<OperatorProperty[]> {
  const known = rows.length === 0 ? [] : await repo.findKnownDomains(db);
  const findNear = createLookalikes(known);
  return rows.map((row) =>
    presentForOperator(row, findNear(row.domain, row.publisher_id).slice(0, MOST_LOOKALIKES)),
  );
}

/** /api/operator/properties: admins only. */
export function operatorPropertyRoutes({
  db,
  clock,
  onDecided,
}: Pick<PropertiesDeps, 'db' | 'clock' | 'onDecided'>): Router {
  const router = Router();
  router.get(
    '/',
    requireAdmin,
    route(
      { query: z.object({ state: z.enum(['waiting', ...PROPERTY_STATES]).default('waiting') }) },
      async ({ query }) => {
        const rows = await repo.findPropertiesByState(db, query.state);
        return { properties: await presentAll(db, rows) };
      },
    ),
  );
  router.post(
    '/:id',
    requireAdmin,
    route(
      { params: z.object({ id: z.string() }), body: propertyDecision },
      async ({ params, body, user }) => {
        const row = publicRowId('property', params.id);
        const state = body.decision === 'approve' ? 'approved' : 'rejected';
        const reason = body.decision === 'approve' ? null : body.message;
        const isDecided =
          row !== null &&
          (await inTransaction(db, async (trx) => {
            if (state === 'approved' && (await repo.isVerifiedElsewhere(trx, row))) throw verifiedElsewhere();
            const decidedAt = clock.now();
            const decided = await repo.decideProperty(trx, row, state, reason, decidedAt);
            if (state === 'approved') await liftApprovedProperty(trx, row, { by: user.id, at: decidedAt });
            // Who confirms what was so before has no news.
            if (decided?.isNew) await onDecided?.(trx, { propertyId: row, reason, decidedAt });
            return decided !== null;
          }));
        if (!isDecided) throw new NotFoundError('No such property');
        return { id: params.id, state, state_reason: reason };
      },
    ),
  );
  return router;
}
