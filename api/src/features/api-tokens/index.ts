import type { Mount } from '../../platform/http';
import { apiTokenRoutes, type ProofCheck } from './apiTokens.routes';
import { type ApiTokenService, type ApiTokenServiceDeps, createApiTokenService } from './apiTokens.service';

export interface ApiTokensDeps extends ApiTokenServiceDeps {
  /** Asked before a token is made; throws 403 (`REAUTH_REQUIRED`) when the last proof is too old. */
  checkProof?: ProofCheck;
}

/** Tokens of the public API: made, listed and revoked in the settings; `service.find` is what the API asks. */
export function createApiTokensFeature({ checkProof = () => {}, ...deps }: ApiTokensDeps): {
  service: ApiTokenService;
  mounts: Mount[];
} {
  const service = createApiTokenService(deps);
  const router = apiTokenRoutes(service, checkProof);
  return { service, mounts: [{ path: '/api/settings/api-tokens', router }] };
}

export { allowsAddress } from './allowsAddress';
export { SCOPE_FEATURES } from './apiFeatures';
export { countLive as countLiveTokens, revokeTokensOf } from './apiTokens.repo';
export type { ProofCheck } from './apiTokens.routes';
export type { ApiTokenService, EndingToken, LiveApiToken } from './apiTokens.service';
