import { plainText, type XeroAuthAnswer, type XeroPaymentList } from '@ezdash/contracts';
import type { Request, Response, Router } from 'express';
import { z } from 'zod';
import type { Clock } from '../../platform/clock';
import { reply } from '../../platform/http';
import { type DebugRoutes, requireDebugProof } from '../debug-tool';
import type { BrowserCookie } from './browserCookie';
import type { XeroService } from './xero.service';

export interface XeroRouteDeps {
  service: XeroService;
  cookie: BrowserCookie;
}

export const byId = z.object({ id: plainText.max(60) });
/** What a file's name may have of an address. */
const nameable = (id: string): string => id.replace(/[^\w-]/g, '');

/** The answer of a route: sent behind its audit. */
export async function pdfOf(
  { service }: Pick<XeroRouteDeps, 'service'>,
  res: Response,
  id: string,
): Promise<Buffer> {
  const bytes = await service.pdf(id);
  res.set({
    'Content-Type': 'application/pdf',
    'Content-Disposition': `attachment; filename="invoice-${nameable(id)}.pdf"`,
    'Content-Length': String(bytes.length),
    'Cache-Control': 'no-store',
  });
  return bytes;
}

/** Begins a sign-in to Xero in the browser that asks. */
export async function beginIn(
  { service, cookie }: XeroRouteDeps,
  { req, res }: { req: Request; res: Response },
  adminId: number,
): Promise<XeroAuthAnswer> {
  const { url, browser } = await service.begin(adminId, cookie.read(req));
  cookie.write(res, browser);
  return { success: true, auth_url: url };
}

/** The Xero tab of the debug tool, at the specification's addresses. */
export function debugRoutes(
  tabs: Router,
  { closed }: DebugRoutes,
  { service, cookie, clock }: XeroRouteDeps & { clock: Clock },
): void {
  const now = () => clock.nowMs();

  tabs.get(
    '/xero/status',
    closed({}, () => service.status()),
  );
  tabs.get(
    '/xero/recent-payments',
    closed({}, async () => ({ payments: await service.recent() }) satisfies XeroPaymentList),
  );
  tabs.post(
    '/xero/auth',
    closed({}, ({ req, res }, { session }) => {
      // Whose books the network's invoices go to: no less than what is made in them.
      requireDebugProof(session, req, now());
      return beginIn({ service, cookie }, { req, res }, session.admin.id);
    }),
  );
  tabs.post(
    '/xero/clear-credentials',
    closed({}, async ({ req }, { session }) => {
      requireDebugProof(session, req, now());
      await service.clear(session.admin.id);
      return { success: true };
    }),
  );
  tabs.post(
    '/xero/invoice/:id',
    closed({ params: byId }, async ({ params, req }, { session, detail }) => {
      requireDebugProof(session, req, now());
      const { answer, isNew } = await service.createInvoice(params.id, session.admin.id);
      detail.invoice_id = answer.invoice_id;
      return reply(isNew ? 201 : 200, answer);
    }),
  );
  tabs.get(
    '/xero/invoice/:id/pdf',
    closed({ params: byId }, ({ params, res }) => pdfOf({ service }, res, params.id)),
  );
}
