import { z } from 'zod';
import type { Clock } from '../../../platform/clock';
import type { Db, Trx } from '../../../platform/db';
import type { Jobs } from '../../../platform/jobs';
import type { Log } from '../../../platform/log';
import { callGateway } from '../callGateway';
import { createStripeClient, isInvalid, type StripeSettings } from './client';
import { dropCustomer, dropOldSetups } from './stripe.repo';
import { createStripeMethods } from './stripeMethods';
import { createStripePayments } from './stripePayments';

export type { StripeSettings } from './client';

interface StripeGatewayDeps {
  db: Db;
  clock: Clock;
  jobs: Jobs;
  log: Log;
  appUrl: string;
  settings: StripeSettings;
}

const QUEUE = 'gateway.stripe.forget';
/** Some three hours of trying. */
const RETRIES = { retryLimit: 8, retryDelaySeconds: 30, retryBackoff: true };
const KEPT_MS = 7 * 86_400_000;

/** Stripe for payments and for stored cards. */
export function createStripeGateways(deps: StripeGatewayDeps) {
  const { db, jobs, log, settings } = deps;
  const client = createStripeClient(settings);
  const methods = createStripeMethods({ ...deps, client });

  /** Stripe lets go of a customer's cards with them. */
  async function deleteCustomer(customer: string): Promise<void> {
    try {
      await client.stripe.customers.del(customer);
    } catch (error) {
      if (!isInvalid(error, 'resource_missing')) throw error;
    }
  }
  const forgetting = jobs.queue(QUEUE, {
    schema: z.object({ customer: z.string().max(120) }),
    handler: ({ customer }) =>
      callGateway(methods, log, (signal) => client.run(signal, () => deleteCustomer(customer))),
    ...RETRIES,
  });

  return {
    payment: createStripePayments({ ...deps, client }),
    methods,
    tidy: (now: Date) => dropOldSetups(db, new Date(now.getTime() - KEPT_MS)),
    /** Stripe is told once the transaction has committed. */
    forget: async (trx: Trx, userId: number): Promise<void> => {
      const customer = await dropCustomer(trx, userId);
      if (customer) await forgetting.send({ customer }, { trx });
    },
  };
}
