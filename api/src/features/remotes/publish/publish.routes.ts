import { MOST_RELEASE_BYTES, publishQuery, remoteName } from '@ezdash/contracts';
import type { ErrorRequestHandler, Request, RequestHandler, Router } from 'express';
import { z } from 'zod';
import { PayloadTooLargeError, UnsupportedTypeError } from '../../../platform/errors';
import { rawBody, reply, route } from '../../../platform/http';
import { releaseForTeam } from '../activation/forTeams';
import type { ReleaseInfos } from '../activation/releaseInfos';
import { type ActorOf, isOfTeam } from '../tokens/releaseDoor';
import type { PublishService } from './publish.service';

export interface PublishRoutesParts {
  service: Pick<PublishService, 'publish'>;
  actorOf: ActorOf;
  infos: Pick<ReleaseInfos, 'one'>;
  /** In the console: throws unless the person has proved lately who they are. */
  checkProof?: (req: Request) => void | Promise<void>;
  /** In the console: notes in the audit what was published. */
  note?: (req: Request, detail: Record<string, unknown>) => void;
}

const params = z.object({ remote: remoteName });
const ARCHIVE = ['application/zip', 'application/x-zip-compressed'];

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

/** `POST /{remote}`: publishes, by tokens and from the console. Behind `/tokens`, which is no remote. */
export function publishRoutes(router: Router, parts: PublishRoutesParts): void {
  const { service, actorOf, infos, checkProof, note } = parts;
  /** Nobody sends 30 MB to be told that it is not their remote, or that a proof is needed. */
  const mayPublish: RequestHandler = async (req, _res, next) => {
    actorOf(req, String(req.params.remote));
    note?.(req, { change: 'publish' });
    await checkProof?.(req);
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
      note?.(req, { remote, ...query });
      const actor = actorOf(req, remote);
      const { published, isNew } = await service.publish(actor, {
        remote,
        archive: Buffer.isBuffer(archive) ? archive : Buffer.alloc(0),
        commit: query.commit ?? null,
      });
      const { version } = published;
      note?.(req, { version, is_new: isNew });
      const info = await infos.one(remote, version);
      return reply(isNew ? 201 : 200, isOfTeam(actor) ? releaseForTeam(info) : info);
    }),
  );
}
