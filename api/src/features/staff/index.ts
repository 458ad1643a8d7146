import type { Mount } from '../../platform/http';
import { createStaffService, type StaffDeps, type StaffService } from './invitations.service';
import { invitationRoutes, type ProofCheck, staffRoutes } from './staff.routes';

/** The network's own people: who they are, and the invitations by which others become admins. */
export function createStaffFeature({ checkProof, ...deps }: StaffDeps & { checkProof: ProofCheck }): {
  service: StaffService;
  mounts: Mount[];
} {
  const service = createStaffService(deps);
  return {
    service,
    mounts: [
      { path: '/api/operator/admins', router: staffRoutes(service, checkProof) },
      { path: '/api/auth', router: invitationRoutes(service) },
    ],
  };
}
