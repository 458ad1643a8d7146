import { publisherSellerInput } from '@ezdash/contracts';
import { Router } from 'express';
import { z } from 'zod';
import { requireRole } from '../../platform/auth';
import { type Mount, route } from '../../platform/http';
import type { AdsTxtService } from './adsTxt.service';
import type { SellersService } from './sellers.service';

const idParams = z.object({ id: z.string().max(40) });
/** What one publisher takes back should be gone soon elsewhere too. */
const MAX_AGE_SECONDS = 300;

/** Whether the reader has this very file. One that asks past its caches (`no-cache`) is told so all the same. */
const knows = (header: string | undefined, etag: string) =>
  header?.split(',').some((each) => each.trim() === '*' || each.trim().replace(/^W\//, '') === etag) ?? false;

/** /sellers.json: for everybody, without a session. */
function sellersRoutes(sellers: SellersService): Router {
  const router = Router();
  router.get('/', async (req, res) => {
    const { body, etag } = await sellers.file();
    res
      .set('Cache-Control', `public, max-age=${MAX_AGE_SECONDS}`)
      .set('Access-Control-Allow-Origin', '*')
      .set('Cross-Origin-Resource-Policy', 'cross-origin')
      .set('ETag', etag)
      .type('application/json');
    if (knows(req.headers['if-none-match'], etag)) res.status(304).end();
    else res.send(body);
  });
  return router;
}

export function adsTxtMounts(adsTxt: AdsTxtService, sellers: SellersService): Mount[] {
  const publisher = requireRole('publisher');
  const properties = Router();
  properties.get(
    '/:id/ads-txt',
    publisher,
    route({ params: idParams }, ({ params, user }) => adsTxt.get(user.id, params.id)),
  );
  properties.post(
    '/:id/ads-txt/check',
    publisher,
    route({ params: idParams }, ({ params, user }) => adsTxt.check(user.id, params.id)),
  );
  const own = Router();
  own.get(
    '/ads-txt',
    publisher,
    route(({ user }) => adsTxt.list(user.id)),
  );
  own.get(
    '/seller',
    publisher,
    route(({ user }) => sellers.get(user.id)),
  );
  own.put(
    '/seller',
    publisher,
    route({ body: publisherSellerInput }, ({ body, user }) => sellers.set(user.id, body.is_confidential)),
  );
  return [
    { path: '/api/properties', router: properties },
    { path: '/api/publisher', router: own },
    { path: '/sellers.json', router: sellersRoutes(sellers), session: false },
  ];
}
