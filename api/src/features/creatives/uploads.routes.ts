import { assetUploadInput, UPLOADS } from '@ezdash/contracts';
import { type ErrorRequestHandler, type RequestHandler, Router } from 'express';
import { z } from 'zod';
import { requireRole } from '../../platform/auth';
import { PayloadTooLargeError, UnsupportedTypeError, ValidationError } from '../../platform/errors';
import { reply, route } from '../../platform/http';
import { readBytes } from './readBytes';
import type { UploadService } from './uploads.service';

export const uploadParams = z.object({ id: z.uuid() });
export const partQuery = z.object({ offset: z.coerce.number().int().min(0) });
const BYTES = 'application/octet-stream';

const requireBytes: RequestHandler = (req, _res, next) => {
  const wrong = req.is(BYTES) === false;
  next(wrong ? new UnsupportedTypeError('Send the part as bytes, as application/octet-stream') : undefined);
};

const sayTooHeavy: ErrorRequestHandler = (error: unknown, _req, _res, next) => {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;
  const most = UPLOADS.chunkBytes / 1024;
  next(
    status === 413 ? new PayloadTooLargeError(`Send parts of ${most} kB at most`, 'PART_TOO_LARGE') : error,
  );
};

/** What reads one part of a file; more than a part is a 413. */
export const readPart = [requireBytes, readBytes(UPLOADS.chunkBytes), sayTooHeavy] as RequestHandler[];

/** The bytes of a part; 422 when there are none. */
export function partOf(body: unknown): Buffer {
  if (Buffer.isBuffer(body) && body.length > 0) return body;
  throw new ValidationError({ offset: ['This part is empty'] });
}

/** /api/assets/uploads: files that arrive in parts. */
export function uploadRoutes(service: UploadService): Router {
  const router = Router();
  router.use(requireRole('advertiser'));
  router.get(
    '/',
    route(async ({ user }) => ({ uploads: await service.list(user.id) })),
  );
  router.post(
    '/',
    route({ body: assetUploadInput }, async ({ body, user }) =>
      reply(201, await service.open(user.id, body)),
    ),
  );
  router.get(
    '/:id',
    route({ params: uploadParams }, ({ params, user }) => service.get(user.id, params.id)),
  );
  router.put(
    '/:id',
    ...readPart,
    route({ params: uploadParams, query: partQuery }, ({ params, query, user, req }) =>
      service.append(user.id, params.id, query.offset, partOf(req.body)),
    ),
  );
  router.post(
    '/:id/finish',
    route({ params: uploadParams }, async ({ params, user }) =>
      reply(201, await service.finish(user.id, params.id)),
    ),
  );
  router.delete(
    '/:id',
    route({ params: uploadParams }, ({ params, user }) => service.cancel(user.id, params.id)),
  );
  return router;
}
