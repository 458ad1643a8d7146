import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '../../platform/db';
import { type JobContext, NoRetry } from '../../platform/jobs';
import { span } from '../../platform/trace';
import { claimMail, findMail, type MailRow, noteFailure, noteKept, noteSent } from './mail.repo';
import { BadMailData, type MailSite, renderMail } from './renderMail';
import { MailRefused, type Transport } from './smtp';
import { isTemplateName } from './templates/templates';

export interface DeliverParts {
  db: Db;
  site: MailSite;
  /** Null: no server is set up. */
  transport: Transport | null;
}

/** Longer than an attempt may take (the queue's limit), so that no second worker sends meanwhile. */
const CLAIM_SECONDS = 120;
const NOTE_TRIES = 5;
const NOTE_PAUSE_MS = 200;

/** The server has it: forgetting that would send it twice, so this tries hard. */
async function noteTaken(db: Db, id: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await noteSent(db, id);
    } catch (error) {
      if (attempt >= NOTE_TRIES) throw error;
      await pause(NOTE_PAUSE_MS * 2 ** attempt);
    }
  }
}

function render(site: MailSite, { template, locale, data }: MailRow) {
  if (!isTemplateName(template)) throw new BadMailData(`There is no template ${template}`);
  return renderMail(site, { template, locale, data });
}

async function handOver(parts: DeliverParts, transport: Transport, row: MailRow, context: JobContext) {
  try {
    const letter = { ...render(parts.site, row), id: row.id, to: row.recipient, locale: row.locale };
    await span(
      'mail',
      () => row.template,
      () => transport.send(letter, context.signal),
      (ended) => ({ state: 'error' in ended ? 'not sent' : 'sent' }),
    );
  } catch (error) {
    if (!(error instanceof MailRefused || error instanceof BadMailData)) throw error;
    const isFinal = error instanceof BadMailData || error.isFinal;
    const state = isFinal || context.isLastAttempt ? 'failed' : 'waiting';
    await noteFailure(parts.db, row.id, error.message, state);
    throw isFinal ? new NoRetry(error.message) : error;
  }
}

/**
 * The job of one mail. Sends it unless that has been done; a mail whose transfer was cut off without the server's
 * answer is sent again under the same Message-ID, as RFC 5321 (4.5.4.1) asks of senders.
 */
export async function deliver(parts: DeliverParts, mailId: string, context: JobContext): Promise<void> {
  const { db, transport } = parts;
  if (!transport) return noteKept(db, mailId);
  const row = await claimMail(db, mailId, CLAIM_SECONDS);
  if (!row) {
    const known = await findMail(db, mailId);
    // Forgotten, sent, or kept: nothing is left to do.
    if (known?.state !== 'waiting') return;
    throw new Error('Another worker is sending this mail');
  }
  await handOver(parts, transport, row, context);
  await noteTaken(db, mailId);
}
