import { IMAGE_MAX_BYTES } from '@ezdash/contracts';
import { type ErrorRequestHandler, type RequestHandler, Router } from 'express';
import { requireRole } from '../../platform/auth';
import { PayloadTooLargeError, UnsupportedTypeError, ValidationError } from '../../platform/errors';
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

/** Before the bytes are read. A file whose type nobody knows comes without one, or as bytes: those are looked at. */
const requireImageType: RequestHandler = (req, _res, next) => {
  const type = mediaType(req.headers['content-type']);
  const fits = type === '' || type === 'application/octet-stream' || type.startsWith('image/');
  next(
    fits ? undefined : new UnsupportedTypeError('Send the image itself, with its type as the Content-Type'),
  );
};

/** POST /api/assets: the image itself as the body. */
export function assetRoutes(service: AssetService): Router {
  const router = Router();
  router.post(
    '/',
    requireRole('advertiser'),
    requireImageType,
    rawBody({ type: '*/*', limitBytes: READ_AT_MOST_BYTES }),
    sayTooHeavy,
    route(async ({ req, user }) => {
      const body: unknown = req.body;
      // Nothing was sent.
      if (!Buffer.isBuffer(body))
        throw new ValidationError({ image: [NOT_AN_IMAGE] }, NOT_AN_IMAGE, 'IMAGE_REFUSED');
      return reply(201, await service.upload(user.id, body, mediaType(req.headers['content-type'])));
    }),
  );
  return router;
}
