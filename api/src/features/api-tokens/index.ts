import type { Clock } from '../../platform/clock';
import type { Db } from '../../platform/db';
import type { Mount } from '../../platform/http';
import { apiTokenRoutes, type ProofCheck } from './apiTokens.routes';
import { type ApiTokenService, createApiTokenService } from './apiTokens.service';

export interface ApiTokensDeps {
  db: Db;
  clock: Clock;
  /** Asked before a token is made; throws 403 (`REAUTH_REQUIRED`) when the last proof is too old. */
  checkProof?: ProofCheck;
}

/** Tokens of the public API: made, listed and revoked in the settings; `service.find` is what the API asks. */
export function createApiTokensFeature({ db, clock, checkProof = () => {} }: ApiTokensDeps): {
  service: ApiTokenService;
  mounts: Mount[];
} {
  const service = createApiTokenService({ db, clock });
  const router = apiTokenRoutes(service, checkProof);
  return { service, mounts: [{ path: '/api/settings/api-tokens', router }] };
}

export { allowsAddress } from './allowsAddress';
export { SCOPE_FEATURES } from './apiFeatures';
export type { ProofCheck } from './apiTokens.routes';
export type { ApiTokenService, EndingToken, LiveApiToken } from './apiTokens.service';
