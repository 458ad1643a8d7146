import type { XeroPayment, XeroStatus } from '@ezdash/contracts';
import type { Clock } from '../../platform/clock';
import type { Db } from '../../platform/db';
import { AppError } from '../../platform/errors';
import { recentPayments } from '../payments';
import type { ConnectionService } from './connection.service';
import type { Began, Flow } from './flow';
import { countOpen, invoicesOf } from './invoices.repo';
import type { InvoicesService } from './invoices.service';
import { presentPayment, presentStatus } from './presentStatus';
import { XeroFailure } from './XeroFailure';

export const RECENT_PAYMENTS = 10;

export interface XeroServiceDeps {
  db: Db;
  clock: Clock;
  appUrl: string;
  redirectUri: string;
  connection: ConnectionService;
  flow: Flow;
  invoices: InvoicesService;
  gatewayName(gatewayId: string): string;
}

/** What the debug tool and the operator's page do with Xero. */
export function createXeroService(deps: XeroServiceDeps) {
  const { db, clock, appUrl, redirectUri, connection, flow, invoices, gatewayName } = deps;

  async function recent(): Promise<XeroPayment[]> {
    const payments = await recentPayments(db, RECENT_PAYMENTS);
    const made = await invoicesOf(
      db,
      payments.map(({ id }) => id),
    );
    return payments.map((row) => presentPayment(row, made.get(row.id), { now: clock.nowMs(), gatewayName }));
  }

  return {
    recent,

    async status(): Promise<XeroStatus> {
      const now = await connection.read();
      return presentStatus({
        connection: now,
        keys: connection.keys(now),
        payments: await recent(),
        open: await countOpen(db),
        appUrl,
        redirectUri,
        now: clock.nowMs(),
      });
    },

    /** Throws 409 XERO_NO_KEYS, 502 XERO_FAILED. */
    async begin(adminId: number, knownBrowser: string | undefined): Promise<Began> {
      try {
        return await flow.begin(adminId, knownBrowser);
      } catch (error) {
        if (!(error instanceof XeroFailure)) throw error;
        throw new AppError(502, 'XERO_FAILED', 'Xero does not answer. Try again', { cause: error });
      }
    },

    finish: flow.finish,
    change: connection.change,
    disconnect: connection.disconnect,
    clear: connection.clear,
    createInvoice: invoices.create,
    pdf: invoices.pdf,
  };
}
export type XeroService = ReturnType<typeof createXeroService>;
