import { documentKind } from '@ezdash/contracts';
import { Router } from 'express';
import { z } from 'zod';
import { requireRole } from '../../platform/auth';
import { route } from '../../platform/http';
import type { DocumentsService } from './documents.service';

const listQuery = z.object({ before: z.string().max(40).optional(), kind: documentKind.optional() });
const params = z.object({ id: z.string().max(40) });

/** /api/documents: what customers can download. */
export function documentRoutes(service: DocumentsService): Router {
  const router = Router();
  const guard = requireRole('advertiser', 'publisher', 'admin');
  router.get(
    '/',
    guard,
    route({ query: listQuery }, ({ user, query }) => service.list(user, query)),
  );
  router.get(
    '/:id.pdf',
    guard,
    route({ params }, async ({ user, params: { id }, req, res }) => {
      const file = await service.file(user, id);
      res.set({
        'Content-Type': 'application/pdf',
        'Content-Disposition': `inline; filename="${file.name}"`,
        // Kept by its reader's browser alone, and asked after each time: who has signed out sees none of it.
        'Cache-Control': 'private, no-cache',
        ETag: `"${file.version}"`,
      });
      if (req.fresh) res.status(304).end();
      else res.end(await file.render());
    }),
  );
  return router;
}
