import { publicId, REPORT_MAIL_ROWS, type ReportSchedule, type ReportTrouble } from '@ezdash/contracts';
import type { Clock } from '../../platform/clock';
import { type Db, inTransaction } from '../../platform/db';
import { ValidationError } from '../../platform/errors';
import type { JobContext } from '../../platform/jobs';
import type { Mail } from '../mail';
import { exportMetrics, sideOf } from '../reports';
import { askOfQuery } from './askOfQuery';
import { nextMail } from './nextMail';
import { type DueReport, findDue, noteMail } from './savedReports.repo';

export interface MailDeps {
  db: Db;
  clock: Clock;
  mail: Pick<Mail, 'send'>;
  /** In the reader's language. */
  translate: (locale: string, text: string) => string;
}

interface File {
  csv: string;
  rows: number;
  from: string;
  to: string;
}

const DEFAULT_LOCALE = 'en';

async function fileOf(
  { db, translate }: MailDeps,
  report: DueReport,
  due: Date,
  signal: AbortSignal,
): Promise<File> {
  const ask = askOfQuery(report.query, { id: report.advertiser_id, side: sideOf(report.role) }, due);
  const pieces: string[] = [];
  let rows = 0;
  await exportMetrics(
    db,
    ask,
    {
      most: REPORT_MAIL_ROWS,
      translate: (text) => translate(report.locale ?? DEFAULT_LOCALE, text),
      onRows: (count) => {
        rows = count;
      },
      signal,
    },
    async (piece) => void pieces.push(piece),
  );
  return { csv: pieces.join(''), rows, from: ask.period.from, to: ask.period.to };
}

/** Why it cannot be mailed, whatever is tried; null when it can. */
function troubleOf({ status, verified }: DueReport): ReportTrouble | null {
  if (!verified) return 'unverified';
  return status === 'active' ? null : 'inactive';
}

/** The report is made and mailed, or it is told why not; with it goes when the next one is due. */
async function settle(deps: MailDeps, id: number, due: Date, made: File | ReportTrouble): Promise<void> {
  const { db, clock, mail } = deps;
  await inTransaction(db, async (trx) => {
    const report = await findDue(trx, id, due, true);
    // Another server has done it, or its owner has ended it meanwhile.
    if (!report) return;
    const { every, hour, timezone } = report;
    if (every === null || hour === null || timezone === null) return;
    const schedule = { every: every as ReportSchedule['every'], hour, timezone };
    const trouble = troubleOf(report) ?? (typeof made === 'string' ? made : null);
    const now = clock.now();
    // Whatever was missed while nothing ran is not made up for mail by mail.
    const next = nextMail(schedule, now > due ? now : due);
    await noteMail(trx, id, { next, now, failure: trouble });
    const letter = { to: report.email, locale: report.locale };
    const key = `metrics-report:${id}:${due.toISOString()}`;
    const about = {
      reportId: publicId('metricsReport', id),
      name: report.name,
      side: sideOf(report.role),
    };
    const at = { nextAt: next.toISOString(), timeZone: timezone };
    if (trouble === null && typeof made !== 'string')
      await mail.send(trx, {
        ...letter,
        template: 'metrics-report',
        data: { ...about, ...at, ...made },
        idempotencyKey: key,
      });
    else if (trouble !== null && trouble !== 'unverified')
      await mail.send(trx, {
        ...letter,
        template: 'metrics-report-failed',
        data: { ...about, ...at, trouble },
        idempotencyKey: `${key}:failed`,
      });
  });
}

/**
 * Mails a report for the moment at which it was due: once, however many servers try. The mail, what became of it and the
 * next moment are written together, so that a repetition finds nothing to do. Throws to be tried again; behind the last
 * attempt its owner is told.
 */
export async function mailReport(
  deps: MailDeps,
  { id, due }: { id: number; due: Date },
  { isLastAttempt, signal }: Pick<JobContext, 'isLastAttempt' | 'signal'>,
): Promise<void> {
  const report = await findDue(deps.db, id, due, false);
  if (!report) return;
  const trouble = troubleOf(report);
  if (trouble) return settle(deps, id, due, trouble);
  let made: File;
  try {
    made = await fileOf(deps, report, due, signal);
  } catch (error) {
    if (error instanceof ValidationError) return settle(deps, id, due, 'query');
    if (isLastAttempt) await settle(deps, id, due, 'trouble');
    throw error;
  }
  await settle(deps, id, due, made);
}
