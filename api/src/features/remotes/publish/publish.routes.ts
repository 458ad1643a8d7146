import { MOST_RELEASE_BYTES, publishQuery, remoteName } from '@ezdash/contracts';
import type { ErrorRequestHandler, RequestHandler, Router } from 'express';
import { z } from 'zod';
import { PayloadTooLargeError, UnsupportedTypeError } from '../../../platform/errors';
import { rawBody, reply, route } from '../../../platform/http';
import type { Gate, Trouble } from '../releases.types';
import type { ActorOf } from '../tokens/releaseDoor';
import { presentRelease } from './presentRelease';
import type { PublishService } from './publish.service';

export interface PublishRoutesParts {
  service: Pick<PublishService, 'publish'>;
  actorOf: ActorOf;
  gate: Pick<Gate, 'latest'>;
  trouble: Pick<Trouble, 'of'>;
}

const params = z.object({ remote: remoteName });
const ARCHIVE = ['application/zip', 'application/x-zip-compressed'];
const NO_TROUBLE = { failures: 0, page_loads: 0 };

const tooHeavy = () => new PayloadTooLargeError('The archive has more than 30 MB', 'RELEASE_TOO_LARGE');

/** Before the bytes are read: the parser reads them to their end before it says that they are too many. */
const requireArchive: RequestHandler = (req, _res, next) => {
  const isArchive = req.is(ARCHIVE) !== false && req.is(ARCHIVE) !== null;
  if (!isArchive)
    throw new UnsupportedTypeError('Send a ZIP archive, with application/zip as the Content-Type');
  if (Number(req.headers['content-length'] ?? 0) > MOST_RELEASE_BYTES) throw tooHeavy();
  next();
};
const readBody = rawBody({ type: ARCHIVE, limitBytes: MOST_RELEASE_BYTES });
const sayTooHeavy: ErrorRequestHandler = (error: unknown, _req, _res, next) => {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;
  next(status === 413 ? tooHeavy() : error);
};

/** `POST /{remote}`: publishes. By tokens alone, in no console. */
export function publishRoutes(router: Router, { service, actorOf, gate, trouble }: PublishRoutesParts): void {
  /** Nobody sends 30 MB to be told that it is not their remote. */
  const mayPublish: RequestHandler = (req, _res, next) => {
    actorOf(req, String(req.params.remote));
    next();
  };
  router.post(
    '/:remote',
    mayPublish,
    requireArchive,
    readBody,
    sayTooHeavy,
    route({ params, query: publishQuery }, async ({ params: { remote }, query, req }) => {
      const archive: unknown = req.body;
      const { published, isNew } = await service.publish(actorOf(req, remote), {
        remote,
        archive: Buffer.isBuffer(archive) ? archive : Buffer.alloc(0),
        commit: query.commit ?? null,
      });
      const { id } = published;
      const verdict = (await gate.latest([id])).get(id) ?? null;
      const facts = { verdict, trouble: (await trouble.of([id])).get(id) ?? NO_TROUBLE };
      return reply(isNew ? 201 : 200, presentRelease(published, facts));
    }),
  );
}
