import {
  HTML5,
  IMAGE_MAX_BYTES,
  nativeInput,
  PICTURE_USES,
  textInput,
  toMediaType,
  VIDEO,
} from '@ezdash/contracts';
import { type ErrorRequestHandler, type RequestHandler, Router } from 'express';
import { z } from 'zod';
import { requireRole } from '../../platform/auth';
import { PayloadTooLargeError, UnsupportedTypeError, ValidationError } from '../../platform/errors';
import { reply, route, takesBytes, validate } from '../../platform/http';
import type { AssetService } from './assets.service';
import { bundleTooHeavy, NOT_A_BUNDLE } from './html5Bundle';
import { NOT_AN_IMAGE, tooHeavy } from './imageFile';
import type { PartFiles } from './partFiles';
import type { PreviewService } from './previews.service';
import { readBytes, readInto } from './readBytes';
import { isVideoType, NOT_A_VIDEO, videoTooHeavy } from './videoFile';

/** What is said of a file that was not read to its end, and of one that is none. */
interface Refusal {
  field: string;
  code: string;
  heavy: string;
  nothing: string;
  /** Read so far, although refused, so that the answer can say what is wrong. */
  limitBytes: number;
}
const IMAGE: Refusal = {
  field: 'image',
  code: 'IMAGE_REFUSED',
  heavy: tooHeavy(null),
  nothing: NOT_AN_IMAGE,
  limitBytes: IMAGE_MAX_BYTES * 16,
};
const BUNDLE: Refusal = {
  field: 'bundle',
  code: 'BUNDLE_REFUSED',
  heavy: bundleTooHeavy,
  nothing: NOT_A_BUNDLE,
  limitBytes: HTML5.mostZipBytes * 2,
};
const FILM: Refusal = {
  field: 'video',
  code: 'VIDEO_REFUSED',
  heavy: videoTooHeavy,
  nothing: NOT_A_VIDEO,
  limitBytes: VIDEO.mostBytes + 1024,
};

/** The media type alone, without its parameters. */
const mediaType = (header: string | undefined): string =>
  toMediaType((header ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '');

/** Null for what no creative is made of. A file whose type nobody knows comes without one, or as bytes. */
function refusalOf(type: string): Refusal | null {
  if (type === HTML5.type) return BUNDLE;
  if (isVideoType(type)) return FILM;
  return type === '' || type === 'application/octet-stream' || type.startsWith('image/') ? IMAGE : null;
}

/** Before the bytes are read. */
const requireKnownType: RequestHandler = (req, _res, next) => {
  const isKnown = refusalOf(mediaType(req.headers['content-type'])) !== null;
  next(
    isKnown ? undefined : new UnsupportedTypeError('Send the file itself, with its type as the Content-Type'),
  );
};

const uploadQuery = z.object({ for: z.enum(PICTURE_USES).optional() });

/** Before the bytes are read, too: what follows them alone knows of a video's file, and removes it. */
const requireKnownUse: RequestHandler = (req, _res, next) => {
  validate(uploadQuery, req.query);
  next();
};

/** Into memory, except for videos: of those, `req.body` is the id of a file. */
function readBody(files: PartFiles): RequestHandler {
  const readers = new Map([
    [IMAGE, readBytes(IMAGE.limitBytes)],
    [BUNDLE, readBytes(BUNDLE.limitBytes)],
    [FILM, readInto(FILM.limitBytes, () => files.receive())],
  ]);
  return takesBytes((req, res, next) => {
    const reader = readers.get(refusalOf(mediaType(req.headers['content-type'])) ?? IMAGE);
    if (reader) reader(req, res, next);
    else next();
  });
}

/** A body that was not even read to its end gets the sentence of one that was. */
const sayTooHeavy: ErrorRequestHandler = (error: unknown, req, _res, next) => {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;
  const { heavy, code } = refusalOf(mediaType(req.headers['content-type'])) ?? IMAGE;
  next(status === 413 ? new PayloadTooLargeError(heavy, code) : error);
};

/**
 * POST /api/assets: the file itself as the body. Words come as JSON, to /native and /text. GET /{id}/file leads the owner
 * to the file, which opens for a while also before its approval.
 */
export function assetRoutes(service: AssetService, previews: PreviewService, files: PartFiles): Router {
  const router = Router();
  const advertiser = requireRole('advertiser');
  router.post(
    '/',
    advertiser,
    requireKnownType,
    requireKnownUse,
    readBody(files),
    sayTooHeavy,
    route({ query: uploadQuery }, async ({ req, query, user }) => {
      const type = mediaType(req.headers['content-type']);
      const { field, code, nothing } = refusalOf(type) ?? IMAGE;
      const body: unknown = req.body;
      if (typeof body === 'string' && isVideoType(type))
        try {
          return reply(201, await service.uploadVideo(user.id, files.pathOf(body), type));
        } finally {
          await files.remove(body);
        }
      // Nothing was sent.
      if (!Buffer.isBuffer(body)) throw new ValidationError({ [field]: [nothing] }, nothing, code);
      return reply(201, await service.upload(user.id, body, type, query.for));
    }),
  );
  router.post(
    '/native',
    advertiser,
    route({ body: nativeInput }, async ({ body, user }) =>
      reply(201, await service.addNative(user.id, body)),
    ),
  );
  router.post(
    '/text',
    advertiser,
    route({ body: textInput }, async ({ body, user }) => reply(201, await service.addText(user.id, body))),
  );
  router.get(
    '/:id/file',
    advertiser,
    route({ params: z.object({ id: z.string() }) }, async ({ params, user, res }) =>
      res.redirect(302, await previews.getAddress(user.id, params.id)),
    ),
  );
  return router;
}
