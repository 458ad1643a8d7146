import { randomUUID } from 'node:crypto';
import type { SandboxClock } from '../sandboxClock';
import type { SandboxOrganisation } from '../types';

/** As Xero tells it: of one user, one app and one organisation. */
export interface Connection {
  id: string;
  authEventId: string;
  tenantId: string;
  tenantType: 'ORGANISATION';
  tenantName: string;
  createdDateUtc: string;
  updatedDateUtc: string;
}

export interface Connections {
  connect(organisation: SandboxOrganisation, authEventId: string): void;
  list(authEventId?: string | null): Connection[];
  isConnected(tenantId: string): boolean;
  /** False when there is no such one. */
  remove(id: string): boolean;
  /** Somebody disconnects the app in Xero: from one organisation, or from all. */
  revoke(tenantId?: string): void;
}

/** Xero's moments carry seven decimals and no zone. */
const momentOf = (date: Date) => date.toISOString().replace(/(\.\d{3})Z$/, '$10000');

export function connections(clock: SandboxClock): Connections {
  const byTenant = new Map<string, Connection>();
  return {
    connect: ({ id: tenantId, name }, authEventId) => {
      const now = momentOf(clock.now());
      const known = byTenant.get(tenantId);
      byTenant.set(tenantId, {
        id: known?.id ?? randomUUID(),
        authEventId,
        tenantId,
        tenantType: 'ORGANISATION',
        tenantName: name,
        createdDateUtc: known?.createdDateUtc ?? now,
        updatedDateUtc: now,
      });
    },
    list: (authEventId) =>
      [...byTenant.values()].filter((each) => !authEventId || each.authEventId === authEventId),
    isConnected: (tenantId) => byTenant.has(tenantId),
    remove: (id) => {
      const found = [...byTenant.values()].find((each) => each.id.toLowerCase() === id.toLowerCase());
      return found !== undefined && byTenant.delete(found.tenantId);
    },
    revoke: (tenantId) => {
      if (tenantId === undefined) byTenant.clear();
      else byTenant.delete(tenantId);
    },
  };
}
