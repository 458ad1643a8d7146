import { randomBytes } from 'node:crypto';
import { type Request, type Response, Router } from 'express';
import { z } from 'zod';
import { isLoopbackHost } from '../../platform/address';
import type { Db } from '../../platform/db';
import { pageLocale } from '../../platform/http';
import { findMail, type MailRow, newestMails, newestMailTo } from './mail.repo';
import { listPage, mailPage, missingPage, type OutboxEntry, type PageFrame } from './outbox.pages';
import { BadMailData, type MailSite, type RenderedMail, renderMail } from './renderMail';
import type { Sender } from './smtp';
import { isTemplateName } from './templates/templates';
import { mailLocale, wordsOf } from './templates/words';

export interface OutboxParts {
  db: Db;
  site: MailSite;
  from: Sender;
}

const SHOWN = 100;
/** What is no address gets no mail. */
const LATEST = z.object({
  to: z.string().max(254).catch(''),
  template: z.string().optional().catch(undefined),
});
const isId = (text: unknown) => z.uuid().safeParse(text).success;

/** Null when the content is gone, or of another release's template. */
function rendered(site: MailSite, { template, locale, data }: MailRow): RenderedMail | null {
  if (data === null || !isTemplateName(template)) return null;
  try {
    return renderMail(site, { template, locale, data });
  } catch (error) {
    if (error instanceof BadMailData) return null;
    throw error;
  }
}

/** Addresses and tokens: nobody stores, frames or indexes them, and no link tells where it came from. */
function protect(res: Response, policy: string[]): void {
  res.set({
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': [
      "default-src 'none'",
      "base-uri 'none'",
      "form-action 'none'",
      ...policy,
    ].join('; '),
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex',
  });
}

/** What programs that try the app out read, such as the browser tests. */
function asJson({ row, rendered: mail }: OutboxEntry) {
  return {
    id: row.id,
    to: row.recipient,
    template: row.template,
    locale: row.locale,
    created_at: row.created_at.toISOString(),
    /** Null when the content is gone. */
    subject: mail?.subject ?? null,
    text: mail?.text ?? null,
    files: mail?.files ?? [],
  };
}

/** What a page of the outbox may do: show its own style, and a mail in a frame. */
function openPage(req: Request, res: Response, { site }: OutboxParts): PageFrame {
  const nonce = randomBytes(16).toString('base64');
  protect(res, [
    `style-src 'nonce-${nonce}'`,
    'img-src data:',
    "frame-src 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ]);
  const words = wordsOf(mailLocale(pageLocale(req, null)));
  res.set('Content-Language', words.locale);
  return { words, appName: site.appName, nonce };
}

/** The name in the Host header itself: a page elsewhere can have its own name point here, and X-Forwarded-Host is its to write. */
const askedName = (req: Request): string => (req.headers.host ?? '').replace(/:\d+$/, '').toLowerCase();

/** Whether a request asks by a name that no other site can point here. */
function asksByOwnName(req: Request, site: MailSite): boolean {
  const name = askedName(req);
  return isLoopbackHost(name) || name === new URL(site.appUrl).hostname;
}

/**
 * `/dev/outbox`: the mails that would have been sent. Only for development, and only on the machine itself
 * (`Mount.developers`): who reads it can take over accounts. For everybody else the address does not exist.
 */
export function outboxRouter(parts: OutboxParts): Router {
  const { db, site, from } = parts;
  const router = Router();
  const find = async (id: unknown): Promise<OutboxEntry | null> => {
    const row = isId(id) ? await findMail(db, String(id)) : null;
    return row && { row, rendered: rendered(site, row) };
  };
  router.use((req, _res, next) => next(asksByOwnName(req, site) ? undefined : 'router'));
  router.get('/', async (req, res) => {
    const rows = await newestMails(db, SHOWN);
    const entries = rows.map((row) => ({ row, rendered: rendered(site, row) }));
    res.send(listPage(openPage(req, res, parts), entries));
  });
  router.get('/latest.json', async (req, res) => {
    const { to, template } = LATEST.parse(req.query);
    const row = await newestMailTo(db, to, template);
    protect(res, ["frame-ancestors 'none'"]);
    res
      .status(row ? 200 : 404)
      .type('json')
      .json(row && asJson({ row, rendered: rendered(site, row) }));
  });
  router.get('/:id', async (req, res) => {
    const entry = await find(req.params.id);
    const frame = openPage(req, res, parts);
    if (entry) res.send(mailPage(frame, entry, `${from.name} <${from.address}>`));
    else res.status(404).send(missingPage(frame));
  });
  router.get('/:id/html', async (req, res) => {
    const entry = await find(req.params.id);
    if (!entry?.rendered) {
      res.status(404).send(missingPage(openPage(req, res, parts)));
      return;
    }
    protect(res, [
      "style-src 'unsafe-inline'",
      "frame-ancestors 'self'",
      'sandbox allow-popups allow-popups-to-escape-sandbox',
    ]);
    // The frame cannot navigate the page around it: links open beside it.
    res.send(entry.rendered.html.replace('<head>', '<head>\n<base target="_blank">'));
  });
  return router;
}
