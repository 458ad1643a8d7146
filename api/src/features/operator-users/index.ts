import type { Mount } from '../../platform/http';
import { operatorUserRoutes, type ProofCheck } from './operatorUsers.routes';
import { createOperatorUsersService, type OperatorUsersDeps } from './operatorUsers.service';

/** The accounts of the network, for its staff. */
export function createOperatorUsersFeature({
  checkProof,
  ...deps
}: OperatorUsersDeps & { checkProof: ProofCheck }): { mounts: Mount[] } {
  const service = createOperatorUsersService(deps);
  return { mounts: [{ path: '/api/operator/users', router: operatorUserRoutes(service, checkProof) }] };
}

export { type NameParts, nameOfProfile } from './nameOf';
export { findCustomers } from './operatorUsers.repo';
