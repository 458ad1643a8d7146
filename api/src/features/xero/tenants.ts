import { cleanLine } from '@ezdash/contracts';
import { compareInstants } from '@ezdash/contracts/constants';
import { z } from 'zod';
import type { Tenant } from './connection.repo';
import { failureOf } from './XeroFailure';
import type { ConfiguredXero } from './xeroClient';

const ORGANISATION = 'ORGANISATION';
const connections = z.array(
  z.object({
    id: z.uuid(),
    tenantId: z.uuid(),
    tenantType: z.string(),
    tenantName: z.string().nullish(),
    updatedDateUtc: z.string(),
  }),
);

/** The organisations that the tokens open, the one that was connected last first. */
export async function tenantsOf(client: ConfiguredXero): Promise<Tenant[]> {
  let answered: unknown;
  try {
    answered = await client.updateTenants(false);
  } catch (error) {
    throw failureOf(error);
  }
  return connections
    .parse(answered)
    .filter(({ tenantType }) => tenantType === ORGANISATION)
    .sort((one, other) => compareInstants(other.updatedDateUtc, one.updatedDateUtc))
    .map(({ id, tenantId, tenantName }) => ({
      id: tenantId,
      name: cleanLine(tenantName ?? '') || tenantId,
      connection_id: id,
    }));
}
