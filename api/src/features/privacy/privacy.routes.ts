import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { deletionRequest } from '@ezdash/contracts';
import { type Response, Router } from 'express';
import { z } from 'zod';
import { requireRecentProof, requireUser } from '../../platform/auth';
import { errorDetail } from '../../platform/db';
import { reply, route } from '../../platform/http';
import type { Log } from '../../platform/log';
import type { Download } from './exports/createExports';
import type { PrivacyService } from './privacy.service';

async function sendArchive(res: Response, { bytes, fileName, chunks }: Download, log: Log): Promise<void> {
  res.set({
    'Content-Type': 'application/zip',
    'Content-Length': String(bytes),
    'Content-Disposition': `attachment; filename="${fileName}"`,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  res.flushHeaders();
  try {
    await pipeline(Readable.from(chunks, { objectMode: false }), res);
  } catch (error) {
    // The answer is on its way: whoever reads it sees that it broke off.
    log.warn(errorDetail(error), 'The download of an archive broke off');
    res.destroy();
  }
}

/** /api/settings/privacy: one's own. What the law gives everybody is open to accounts that are not active, too. */
export function privacyRoutes(service: PrivacyService): Router {
  const router = Router();
  router.use(requireUser);
  router.get(
    '/',
    route(({ user }) => service.state(user.id)),
  );
  router.post(
    '/exports',
    route({ openToInactive: true }, async ({ user, req, log }) => {
      requireRecentProof(req);
      const made = await service.requestExport(user.id);
      log.info(
        { event: 'privacy.export_requested', userId: user.id, exportId: made.id },
        'An archive was asked for',
      );
      return reply(202, made);
    }),
  );
  router.get(
    '/exports/:id/archive',
    route({ params: z.object({ id: z.string() }) }, async ({ params: { id }, user, req, res, log }) => {
      requireRecentProof(req);
      const download = await service.downloadExport(user.id, id);
      log.info(
        { event: 'privacy.export_downloaded', userId: user.id, exportId: id },
        'An archive was downloaded',
      );
      await sendArchive(res, download, log);
    }),
  );
  router.post(
    '/deletion',
    route({ body: deletionRequest, openToInactive: true }, async ({ body, user, req, log }) => {
      requireRecentProof(req);
      const state = await service.scheduleDeletion(user.id, req.sessionID, body);
      log.info(
        { event: 'privacy.deletion_scheduled', userId: user.id, deletesAt: state.deletes_at },
        'The deletion of an account was asked for',
      );
      return state;
    }),
  );
  router.delete(
    '/deletion',
    route({ openToInactive: true }, async ({ user, log }) => {
      const { wasScheduled, state } = await service.takeBackDeletion(user.id);
      if (wasScheduled)
        log.info(
          { event: 'privacy.deletion_taken_back', userId: user.id },
          'The deletion of an account was taken back',
        );
      return state;
    }),
  );
  return router;
}
