import { z } from 'zod';
import type { SecretBox } from '../../platform/auth';
import type { Db, Trx } from '../../platform/db';
import { type Jobs, NoRetry } from '../../platform/jobs';
import type { Log } from '../../platform/log';
import { type CallPolicy, callGateway, type Gateway } from '../gateways';
import { deleteRemoved, findRemoved } from './paymentMethods.repo';

export interface DetachDeps {
  db: Db;
  jobs: Jobs;
  log: Log;
  gateways: readonly Gateway[];
  seal: SecretBox;
  policy?: CallPolicy;
}

const QUEUE = 'payments.detach';
/** Some three hours of trying. */
const RETRIES = { retryLimit: 8, retryDelaySeconds: 30, retryBackoff: true };

/** Gives removed methods back to their gateways, by a job: an owner does not wait for a gateway that is away. */
export function createDetach({ db, jobs, log, gateways, seal, policy }: DetachDeps) {
  const queue = jobs.queue(QUEUE, {
    schema: z.object({ methodId: z.uuid() }),
    handler: async ({ methodId }) => {
      const row = await findRemoved(db, methodId);
      // Another run has done it.
      if (!row) return;
      const gateway = gateways.find(({ id }) => id === row.gateway);
      if (!gateway) throw new NoRetry(`There is no gateway ${row.gateway} to give the method back to`);
      const token = seal.open(row.token_sealed, `payment_method ${row.id}`);
      await callGateway(gateway, log, (signal) => gateway.detach(token, signal), policy);
      await deleteRemoved(db, methodId);
    },
    ...RETRIES,
  });
  return {
    /** Once the transaction has committed. */
    later: async (trx: Trx, methodId: string): Promise<void> => {
      await queue.send({ methodId }, { trx });
    },
  };
}
