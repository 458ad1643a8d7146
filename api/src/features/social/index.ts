import type { SocialProvider } from '@ezdash/contracts';
import type { OidcProvider } from '../../config';
import type { Mount } from '../../platform/http';
import type { Log } from '../../platform/log';
import type { AccountsService } from '../accounts';
import { type Connections, type ConnectionsDeps, createConnections } from './connections';
import { createEntering, type EnteringDeps } from './entering';
import { createFlowCookie } from './flowCookie';
import type { FlowsDeps } from './flows.routes';
import { createOidcClient } from './oidcClient';
import { socialMounts } from './social.routes';

export type SocialDeps = EnteringDeps &
  Pick<ConnectionsDeps, 'mail' | 'passkeysOf'> &
  Pick<FlowsDeps, 'secondFactorsOf'> & {
    log: Log;
    /** Where people reach the app, without a slash at the end: our callbacks lie under it. */
    appUrl: string;
    /** Signs the cookie of a visit to a provider. */
    secret: string;
    /** As the operator set them up. */
    setups: readonly OidcProvider[];
    accounts: Pick<AccountsService, 'loadUser'>;
    /** Of every single call to a provider. */
    timeoutMs?: number;
  };

export interface SocialFeature {
  service: SocialService;
  mounts: Mount[];
  /** What everybody may know of them, in the operator's order. */
  providers: SocialProvider[];
}

/** For other features: ways in that an account has, its end, its owner's copy. */
export type SocialService = Pick<
  Connections,
  'connectionsOf' | 'waysIn' | 'dropAddedSince' | 'forget' | 'exportOf'
> & {
  providers: readonly SocialProvider[];
};

/** Signing in with an account elsewhere, by OpenID Connect; linking and unlinking it. */
export function createSocialFeature(deps: SocialDeps): SocialFeature {
  const { db, clock, log, appUrl, secret, setups, accounts, timeoutMs } = deps;
  const providers = setups.map(({ id, name }) => ({ id, name }));
  const connections = createConnections({ ...deps, providers });
  const client = (setup: OidcProvider) =>
    createOidcClient(setup, {
      redirectUri: `${appUrl}/auth/social/${setup.id}/callback`,
      clock,
      log,
      ...(timeoutMs !== undefined && { timeoutMs }),
    });
  const mounts = socialMounts({
    db,
    clock,
    providers,
    connections,
    clients: new Map(setups.map((setup) => [setup.id, client(setup)])),
    cookie: createFlowCookie({ secret, secure: appUrl.startsWith('https:'), clock }),
    enter: createEntering(deps),
    loadUser: accounts.loadUser,
    secondFactorsOf: deps.secondFactorsOf,
  });
  return { service: { ...connections, providers }, mounts, providers };
}
