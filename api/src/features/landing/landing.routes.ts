import { landingCheckInput } from '@ezdash/contracts';
import { Router } from 'express';
import { z } from 'zod';
import { createLimiter, type Limiter, requireRole } from '../../platform/auth';
import { type Mount, route } from '../../platform/http';
import type { LandingService } from './landing.service';

const idParams = z.object({ id: z.string().max(40) });
const MINUTE_SECONDS = 60;
/** Looks of one account at the addresses of strangers: enough to write an address, too few to knock at doors. */
const LOOKS_A_MINUTE = 20;

export const createLookLimit = (): Limiter =>
  createLimiter({ name: 'landing-checks', points: LOOKS_A_MINUTE, durationSeconds: MINUTE_SECONDS });

/** Looks at landing pages: of campaigns, and of addresses that are being written. */
export function landingMounts(service: LandingService, looks: Limiter): Mount[] {
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
    route({ params: idParams }, async ({ params, user }) => {
      await looks.consume(String(user.id));
      return service.check(user.id, params.id);
    }),
  );
  const addresses = Router();
  addresses.post(
    '/',
    advertiser,
    route({ body: landingCheckInput }, async ({ body, user }) => {
      await looks.consume(String(user.id));
      return service.look(body.url);
    }),
  );
  return [
    { path: '/api/campaigns', router: campaigns },
    { path: '/api/landing-checks', router: addresses },
  ];
}
