import {
  publicId,
  REPORTS_MOST,
  type ReportSchedule,
  type ReportTrouble,
  type SavedReport,
  type SavedReportInput,
  type SavedReportList,
} from '@ezdash/contracts';
import type { Clock } from '../../platform/clock';
import { type Db, inTransaction, lockOwner, type Trx } from '../../platform/db';
import { ConflictError, NotFoundError, ValidationError } from '../../platform/errors';
import { publicRowId } from '../figures';
import { sideOf } from '../reports';
import { askOfQuery } from './askOfQuery';
import { nextMail } from './nextMail';
import * as repo from './savedReports.repo';

export interface SavedReportsService {
  list(ownerId: number): Promise<SavedReportList>;
  /** Refuses (422) a name in use and a query that cannot be asked, and (409) more reports than an account may have. */
  create(ownerId: number, input: SavedReportInput): Promise<SavedReport>;
  /** The same refusals; another owner's report does not exist (404). */
  update(ownerId: number, id: string, input: SavedReportInput): Promise<SavedReport>;
  remove(ownerId: number, id: string): Promise<void>;
  /** 409 as long as nobody has shown that mail to the account's address arrives; 422 for a timezone there is not. */
  schedule(ownerId: number, id: string, schedule: ReportSchedule): Promise<SavedReport>;
  /** It is not mailed any more; twice is harmless. */
  endSchedule(ownerId: number, id: string): Promise<SavedReport>;
}

const NO_SCHEDULE = { every: null, hour: null, timezone: null, next_mail_at: null };

function scheduleOf({ every, hour, timezone }: repo.ReportRow): ReportSchedule | null {
  return every === null || hour === null || timezone === null
    ? null
    : { every: every as ReportSchedule['every'], hour, timezone };
}

function present(row: repo.ReportRow): SavedReport {
  const { failed_at, failure } = row;
  return {
    id: publicId('metricsReport', row.id),
    name: row.name,
    query: row.query,
    schedule: scheduleOf(row),
    next_mail_at: row.next_mail_at?.toISOString() ?? null,
    last_mailed_at: row.last_mailed_at?.toISOString() ?? null,
    failure: failed_at && failure ? { at: failed_at.toISOString(), reason: failure as ReportTrouble } : null,
    created_at: row.created_at.toISOString(),
  };
}

const noReport = () => new NotFoundError('There is no such report');

function rowOf(id: string): number {
  const row = publicRowId('metricsReport', id);
  if (row === null) throw noReport();
  return row;
}

export function createSavedReportsService({ db, clock }: { db: Db; clock: Clock }): SavedReportsService {
  async function check(trx: Trx, ownerId: number, input: SavedReportInput, except: number): Promise<void> {
    await lockOwner(trx, ownerId);
    const side = sideOf(await repo.findRole(trx, ownerId));
    const errors: Record<string, string[]> = {};
    if (await repo.isNameTaken(trx, ownerId, input.name, except))
      errors.name = ['Another report has this name'];
    try {
      askOfQuery(input.query, { id: ownerId, side }, clock.now());
    } catch (error) {
      if (!(error instanceof ValidationError)) throw error;
      errors.query = ['This report cannot be asked for: check its dimensions, filters and days'];
    }
    if (Object.keys(errors).length > 0) throw new ValidationError(errors);
  }

  const change = (id: string, work: (trx: Trx, row: number) => Promise<repo.ReportRow | undefined>) =>
    inTransaction(db, async (trx) => {
      const found = await work(trx, rowOf(id));
      if (!found) throw noReport();
      return present(found);
    });

  return {
    list: async (ownerId) => ({ reports: (await repo.findReports(db, ownerId)).map(present) }),
    create: (ownerId, input) =>
      inTransaction(db, async (trx) => {
        await check(trx, ownerId, input, 0);
        if ((await repo.countReports(trx, ownerId)) >= REPORTS_MOST)
          throw new ConflictError(
            'An account keeps 100 reports at most. Delete one first',
            'TOO_MANY_REPORTS',
          );
        const { name, query } = input;
        return present(
          await repo.insertReport(trx, { advertiser_id: ownerId, name, query, created_at: clock.now() }),
        );
      }),
    update: (ownerId, id, input) =>
      change(id, async (trx, row) => {
        // Looked for first: of somebody else's report nothing is checked.
        if (!(await repo.isOwn(trx, ownerId, row))) return undefined;
        await check(trx, ownerId, input, row);
        const { name, query } = input;
        return repo.updateReport(trx, ownerId, row, { name, query });
      }),
    remove: async (ownerId, id) => {
      if (!(await repo.deleteReport(db, ownerId, rowOf(id)))) throw noReport();
    },
    schedule: (ownerId, id, schedule) =>
      change(id, async (trx, row) => {
        const found = await repo.updateReport(trx, ownerId, row, {
          ...schedule,
          next_mail_at: nextMail(schedule, clock.now()),
        });
        if (!found) return undefined;
        if (!(await repo.isVerified(trx, ownerId)))
          throw new ConflictError(
            'Confirm your e-mail address first: reports are mailed to it',
            'EMAIL_UNVERIFIED',
          );
        await repo.forgetFailure(trx, row);
        return { ...found, failed_at: null, failure: null };
      }),
    endSchedule: (ownerId, id) => change(id, (trx, row) => repo.updateReport(trx, ownerId, row, NO_SCHEDULE)),
  };
}
