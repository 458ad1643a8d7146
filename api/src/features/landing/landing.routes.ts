import { landingCheckInput } from '@ezdash/contracts';
import { Router } from 'express';
import { z } from 'zod';
import { requireRole } from '../../platform/auth';
import { type Mount, route } from '../../platform/http';
import type { LandingService } from './landing.service';

const idParams = z.object({ id: z.string().max(40) });

/** Looks at landing pages: of campaigns, and of addresses that are being written. */
export function landingMounts(service: LandingService): Mount[] {
  const advertiser = requireRole('advertiser');
  const campaigns = Router();
  campaigns.get(
    '/:id/landing-check',
    advertiser,
    route({ params: idParams }, ({ params, user }) => service.get(user.id, params.id)),
  );
  campaigns.post(
    '/:id/landing-check',
    advertiser,
    route({ params: idParams }, ({ params, user }) => service.check(user.id, params.id)),
  );
  const addresses = Router();
  addresses.post(
    '/',
    advertiser,
    route({ body: landingCheckInput }, ({ body }) => service.look(body.url)),
  );
  return [
    { path: '/api/campaigns', router: campaigns },
    { path: '/api/landing-checks', router: addresses },
  ];
}
