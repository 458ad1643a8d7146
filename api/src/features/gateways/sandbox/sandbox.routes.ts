import { createHash, randomBytes } from 'node:crypto';
import express, { type Request, type RequestHandler, type Response, Router } from 'express';
import { z } from 'zod';
import type { Clock } from '../../../platform/clock';
import type { Db } from '../../../platform/db';
import { UnsupportedTypeError } from '../../../platform/errors';
import { pageLocale } from '../../../platform/http';
import type { PaymentKind } from '../Gateway';
import { checkEntry, type EntryErrors } from './checkEntry';
import { formPage, messagePage, type PageFrame } from './sandbox.pages';
import * as repo from './sandbox.repo';
import { isOver } from './sandboxGateway';
import { sandboxWords } from './words';

export interface SandboxPageDeps {
  db: Db;
  clock: Clock;
  appName: string;
}

const FORM_LIMIT = '4kb';
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const kindOf = ({ kind }: repo.SandboxRow): PaymentKind => (kind === 'card' ? 'card' : 'bank_account');

const requireForm: RequestHandler = (req, _res, next) => {
  const wrong = req.is('urlencoded') === false;
  next(wrong ? new UnsupportedTypeError('Send the form of the page') : undefined);
};

/** The page may show its own style and be sent to itself, from where the answer leads back to the app. */
function openPage(req: Request, res: Response, appName: string, returnUrl: string | null): PageFrame {
  const nonce = randomBytes(16).toString('base64');
  const back = returnUrl === null ? '' : ` ${new URL(returnUrl).origin}`;
  res.set({
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': [
      "default-src 'none'",
      "base-uri 'none'",
      `form-action 'self'${back}`,
      `style-src 'nonce-${nonce}'`,
      'img-src data:',
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
    ].join('; '),
    'Cache-Control': 'no-store',
    // The address is what opens the visit.
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex',
  });
  const words = sandboxWords(pageLocale(req, null));
  res.set('Content-Language', words.locale);
  return { words, appName, nonce };
}

/**
 * `/gateway/sandbox`: the sandbox's own page, as a gateway elsewhere would have one. Who has the address of a visit may
 * enter it; of what is typed there, brand, last four and expiry stay.
 */
export function sandboxRouter({ db, clock, appName }: SandboxPageDeps): Router {
  const router = Router();

  /** The visit while it is open; otherwise the page that says what became of it has been sent. */
  async function openVisit(req: Request, res: Response): Promise<repo.SandboxRow | null> {
    const { id } = req.params;
    const row = z.uuid().safeParse(id).success ? await repo.findSetup(db, String(id)) : undefined;
    if (row?.state === 'open' && !isOver(row, clock.now())) return row;
    const frame = openPage(req, res, appName, row?.return_url ?? null);
    const what = !row ? 'missing' : row.state === 'open' ? 'expired' : 'over';
    res.status(row ? 410 : 404).send(messagePage(frame, what, row?.return_url ?? null));
    return null;
  }

  async function sendForm(
    req: Request,
    res: Response,
    row: repo.SandboxRow,
    given: { errors?: EntryErrors; isStale?: boolean; expiry?: string } = {},
  ): Promise<void> {
    const formToken = randomBytes(32).toString('base64url');
    await repo.noteForm(db, row.id, sha256(formToken));
    const frame = openPage(req, res, appName, row.return_url);
    res.send(formPage(frame, { kind: kindOf(row), formToken, errors: {}, ...given }));
  }

  router.get('/setup/:id', async (req, res) => {
    const row = await openVisit(req, res);
    if (row) await sendForm(req, res, row);
  });

  router.post(
    '/setup/:id',
    requireForm,
    express.urlencoded({ extended: false, limit: FORM_LIMIT }),
    async (req, res) => {
      const row = await openVisit(req, res);
      if (!row) return;
      const entered: Readonly<Record<string, unknown>> = req.body ?? {};
      const { form, action, expiry } = entered;
      const kept = { expiry: typeof expiry === 'string' ? expiry.slice(0, 10) : '' };
      if (typeof form !== 'string' || !(await repo.takeForm(db, row.id, sha256(form)))) {
        res.status(409);
        return sendForm(req, res, row, { isStale: true, ...kept });
      }
      if (action === 'cancel') await repo.endSetup(db, row.id, { state: 'cancelled' });
      else {
        const checked = checkEntry(kindOf(row), entered, clock.now());
        if (!checked.ok) {
          res.status(422);
          return sendForm(req, res, row, { errors: checked.errors, ...kept });
        }
        const { accepted, ...shown } = checked.entry;
        const token = `sandbox_${randomBytes(24).toString('base64url')}`;
        await repo.endSetup(
          db,
          row.id,
          accepted ? { state: 'done', token, ...shown } : { state: 'declined' },
        );
      }
      res.redirect(303, row.return_url);
    },
  );

  return router;
}
