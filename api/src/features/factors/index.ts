import type { Mount } from '../../platform/http';
import { createFactorsService, type FactorsDeps, type FactorsService } from './factors.service';
import { createRelyingParty } from './relyingParty';
import { factorRoutes, passkeyRoutes } from './settings.routes';
import { type SignInRoutesDeps, signInRoutes } from './signIn.routes';

export interface FactorsFeature {
  service: FactorsService;
  mounts: Mount[];
}

/** Authenticator apps, recovery codes and passkeys. `appUrl` is where people reach the app: passkeys belong to it. */
export function createFactorsFeature(
  deps: FactorsDeps & { appUrl: string; accounts: SignInRoutesDeps['accounts'] },
): FactorsFeature {
  const service = createFactorsService(deps);
  const partyFor = createRelyingParty(deps.appUrl);
  return {
    service,
    mounts: [
      ...signInRoutes({ service, partyFor, accounts: deps.accounts }).map((router) => ({
        path: '/api/auth',
        router,
      })),
      { path: '/api/settings/factors', router: factorRoutes({ service, partyFor }) },
      { path: '/api/settings/passkeys', router: passkeyRoutes({ service, partyFor }) },
    ],
  };
}

export type { FactorsDeps, FactorsExport, FactorsService } from './factors.service';
export { createFactorsService } from './factors.service';
