import { createHmac } from 'node:crypto';
import type { OperatorAudit } from '@ezdash/contracts';
import type { Clock } from '../../platform/clock';
import type { Db } from '../../platform/db';
import { appendAudit } from './audit.repo';
import type { AuditEntry } from './auditChain';
import { type AuditQuery, auditPage } from './auditPage';
import { checkAudit } from './checkAudit';

export interface AuditDeps {
  db: Db;
  clock: Clock;
  /** Keys the hash of addresses in the audit, which could be guessed otherwise. */
  secret: string;
}

/** The chain of what admins did with the debug tool and the console. */
export function createAudit({ db, clock, secret }: AuditDeps) {
  // One after the other: the rows wait for each other in any case, and need no more than one connection for it.
  let last: Promise<unknown> = Promise.resolve();

  return {
    audit(entry: Omit<AuditEntry, 'ipHash' | 'happenedAt'>, address: string): Promise<void> {
      const ipHash = createHmac('sha256', secret).update(address).digest('hex');
      const happenedAt = clock.now();
      const written = last.then(() => appendAudit(db, { ...entry, ipHash, happenedAt }));
      last = written.catch(() => {});
      return written;
    },

    auditPage: (query: AuditQuery): Promise<OperatorAudit> => auditPage(db, query),

    /** The first row of the audit that was tampered with; null when there is none. */
    brokenAuditRow: async (): Promise<bigint | null> => (await checkAudit(db)).brokenRow,
  };
}
