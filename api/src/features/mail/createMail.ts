import { z } from 'zod';
import { type Db, errorDetail, inTransaction } from '../../platform/db';
import type { Mount } from '../../platform/http';
import type { Jobs } from '../../platform/jobs';
import type { Log } from '../../platform/log';
import { note } from '../../platform/trace';
import { deliver } from './deliver';
import { deleteMailsTo, findByKey, insertMail, tidyMails } from './mail.repo';
import { outboxRouter } from './outbox.routes';
import { checkMailData, type MailSite } from './renderMail';
import { createSmtp, parseSender, type Sender } from './smtp';
import type { TemplateData, TemplateName } from './templates/templates';
import { mailLocale } from './templates/words';

export interface MailOptions {
  db: Db;
  /** Not started yet: the mail's queue is registered here. */
  jobs: Jobs;
  log: Log;
  appName: string;
  /** Where people reach the app, without a slash at the end: all links in mails begin with it. */
  appUrl: string;
  /** `smtp://…` or `smtps://…`; without it mails stay in the outbox. */
  smtpUrl?: string;
  /** `Name <address>`; by default no-reply at the app's host. */
  mailFrom?: string;
  /** Without developers' doors there is no outbox to look into. */
  production: boolean;
}

export interface MailRequest<Name extends TemplateName> {
  to: string;
  template: Name;
  /** The reader's setting; what is not known reads English. */
  locale: string | null;
  data: TemplateData[Name];
  /** One mail for one key, ever (some weeks): `verify-email:<token's row>`. At most 200 characters. */
  idempotencyKey: string;
}

export interface Mail {
  mounts: Mount[];
  /**
   * Writes the mail and its job where `db` is; inside a transaction, both go with it or not at all. Never talks to the
   * mail server. `isNew` is false when the key was used before: nothing is sent again. Throws BadMailData or InvalidAddress.
   */
  send<Name extends TemplateName>(db: Db, mail: MailRequest<Name>): Promise<{ id: string; isNew: boolean }>;
  /** Erases all mails to an address, waiting ones too; → how many. */
  forget(db: Db, to: string): Promise<number>;
  /** Begins to forget old mails. */
  start(): void;
  stop(): void;
}

/** Not an e-mail address. The message does not repeat it. */
export class InvalidAddress extends Error {
  override readonly name = 'InvalidAddress';
}

const QUEUE = 'mail.send';
/** Some three hours of trying: 30 s, 1 min, 2 min … each up to twice as long by chance. */
const RETRIES = { retryLimit: 8, retryDelaySeconds: 30, retryBackoff: true };
/** Under the claim's time (deliver.ts). */
const ATTEMPT_SECONDS = 60;
const SENT_AT_A_TIME = 4;
const TIDY_EVERY_MS = 3_600_000;

const address = z.email().max(254);

function senderOf({ mailFrom, appName, appUrl }: MailOptions): Sender {
  if (mailFrom === undefined) return { name: appName, address: `no-reply@${new URL(appUrl).hostname}` };
  const sender = parseSender(mailFrom, appName);
  if (!sender) throw new Error('MAIL_FROM must be an address, or a name and an address in angle brackets.');
  return sender;
}

/** Templated mail: asked for inside transactions, sent by jobs. */
export function createMail(options: MailOptions): Mail {
  const { db, jobs, log, smtpUrl, production } = options;
  const site: MailSite = { appName: options.appName, appUrl: options.appUrl };
  const from = senderOf(options);
  const transport = smtpUrl === undefined ? null : createSmtp(smtpUrl, from);
  const showsOutbox = !production && !transport;
  const queue = jobs.queue(QUEUE, {
    schema: z.object({ mailId: z.uuid() }),
    handler: ({ mailId }, context) => deliver({ db, site, transport }, mailId, context),
    ...RETRIES,
    expireInSeconds: ATTEMPT_SECONDS,
    concurrency: SENT_AT_A_TIME,
  });
  let timer: NodeJS.Timeout | undefined;

  const tidy = () => tidyMails(db).catch((error: unknown) => log.warn(errorDetail(error), 'Old mails stay'));

  return {
    mounts: showsOutbox
      ? [
          {
            path: '/dev/outbox',
            router: outboxRouter({ db, site, from }),
            session: false,
            developers: 'machine',
          },
        ]
      : [],
    send: async (given, mail) => {
      const recipient = address.safeParse(mail.to);
      if (!recipient.success) throw new InvalidAddress('This is not an e-mail address');
      checkMailData(mail.template, mail.data);
      return inTransaction(given, async (trx) => {
        const id = await insertMail(trx, {
          recipient: recipient.data,
          template: mail.template,
          locale: mailLocale(mail.locale),
          data: mail.data,
          idempotencyKey: mail.idempotencyKey,
          state: transport ? 'waiting' : 'kept',
        });
        if (id === null) return { id: await findByKey(trx, mail.idempotencyKey), isNew: false };
        note({ kind: 'mail', name: mail.template, detail: { state: transport ? 'waiting' : 'kept' } });
        if (transport) await queue.send({ mailId: id }, { trx });
        return { id, isNew: true };
      });
    },
    forget: deleteMailsTo,
    start: () => {
      if (!transport && production)
        log.warn(
          'No mail leaves this server: SMTP_URL is not set, so nobody gets a link to sign up or a new password',
        );
      void tidy();
      timer = setInterval(tidy, TIDY_EVERY_MS);
      timer.unref();
    },
    stop: () => {
      clearInterval(timer);
      transport?.close();
    },
  };
}
