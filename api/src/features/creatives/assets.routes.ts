import { IMAGE_MAX_BYTES } from '@ezdash/contracts';
import { type ErrorRequestHandler, Router } from 'express';
import { requireRole } from '../../platform/auth';
import { PayloadTooLargeError, ValidationError } from '../../platform/errors';
import { rawBody, reply, route } from '../../platform/http';
import type { AssetService } from './assets.service';
import { NOT_AN_IMAGE, tooHeavy } from './imageFile';

/** Read so far, although refused, so that the answer can say how heavy the file is. */
const READ_AT_MOST_BYTES = IMAGE_MAX_BYTES * 16;

/** The media type alone, without its parameters. */
const mediaType = (header: string | undefined) => (header ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';

/** A body that was not even read to its end gets the sentence of one that was. */
const sayTooHeavy: ErrorRequestHandler = (error: unknown, _req, _res, next) => {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;
  next(status === 413 ? new PayloadTooLargeError(tooHeavy(null), 'IMAGE_REFUSED') : error);
};

/** POST /api/assets: the image itself as the body. */
export function assetRoutes(service: AssetService): Router {
  const router = Router();
  router.post(
    '/',
    requireRole('advertiser'),
    rawBody({ type: '*/*', limitBytes: READ_AT_MOST_BYTES }),
    sayTooHeavy,
    route(async ({ req, user }) => {
      const body: unknown = req.body;
      // JSON has been read by the parser in front: whatever it was, it was no image.
      if (!Buffer.isBuffer(body))
        throw new ValidationError({ image: [NOT_AN_IMAGE] }, NOT_AN_IMAGE, 'IMAGE_REFUSED');
      return reply(201, await service.upload(user.id, body, mediaType(req.headers['content-type'])));
    }),
  );
  return router;
}
