import {
  type Conversion,
  type ConversionList,
  type ConversionQuery,
  type ConversionVerdict,
  type PostbackAnswer,
  publicId,
  rowId,
} from '@ezdash/contracts';
import type { Clock } from '../../platform/clock';
import { type Db, inTransaction, toNumber } from '../../platform/db';
import { ValidationError } from '../../platform/errors';
import { admitReport, type ConversionReport } from './admitReport';
import { clickTimeMs } from './clickTime';
import * as repo from './conversions.repo';
import type { GoalKeys } from './goalKey';
import * as goals from './goals.repo';
import { goalRow, noGoal } from './goals.service';
import { keepReport } from './keepReport';
import { isTestClick } from './testClicks.repo';
import type { TellConversion } from './told';

const DAY_MS = 86_400_000;
const PAGE = 50;

/** What is answered, and what only the goal's owner may know. */
export interface Recorded extends PostbackAnswer {
  verdict: ConversionVerdict;
}

export interface ConversionServiceDeps {
  db: Db;
  clock: Clock;
  keys: GoalKeys;
  onVerdict: (verdict: ConversionVerdict) => void;
  /** Told of what counts, may come to count or does not any more; nobody unless given. */
  tell?: TellConversion;
}

export interface ConversionService {
  /**
   * Keeps a report with its verdict, and counts it when it is attributed, in one transaction: the answer says that it is
   * durable. Throws 404 for an unknown goal, 410 for an archived one, 403 for a wrong key, a goal without a pixel or an
   * address that may not report, 422 for what cannot be kept.
   */
  record(report: ConversionReport): Promise<Recorded>;
  /** What was reported of a goal of one's own (404 otherwise), newest first. */
  list(ownerId: number, goalId: string, query: ConversionQuery): Promise<ConversionList>;
}

function present(row: repo.ListedConversion): Conversion {
  return {
    id: publicId('conversion', toNumber(row.id)),
    click_id: row.click_id,
    tx: row.tx,
    value_micros: toNumber(row.value_micros ?? 0n),
    value_unknown: row.value_micros === null,
    price_micros: toNumber(row.price_micros),
    source: row.source,
    verdict: row.verdict,
    received_at: row.received_at.toISOString(),
    clicked_at: row.clicked_at?.toISOString() ?? null,
    campaign:
      row.campaign_id === null
        ? null
        : { id: publicId('campaign', row.campaign_id), name: row.campaign_name ?? '' },
  };
}

export function createConversionService({
  db,
  clock,
  keys,
  onVerdict,
  tell = async () => {},
}: ConversionServiceDeps): ConversionService {
  return {
    async record(report) {
      const id = goalRow(report.goal);
      const goal = id === null ? undefined : await goals.findGoal(db, id);
      if (!goal) throw noGoal();
      const receivedAt = clock.now();
      await admitReport(goal, report, {
        keys,
        now: receivedAt,
        isTest: () => isTestClick(db, report.click_id, goal.id, receivedAt),
      });
      if (clickTimeMs(report.click_id) > receivedAt.getTime() + DAY_MS)
        throw new ValidationError({ click_id: ['This click has not happened yet'] });
      const verdict = await inTransaction(db, (trx) => keepReport(trx, { goal, report, receivedAt, tell }));
      onVerdict(verdict);
      return { status: verdict === 'duplicate' ? 'duplicate' : 'recorded', verdict };
    },

    async list(ownerId, goalId, { verdict, before }) {
      const id = goalRow(goalId);
      const goal = id === null ? undefined : await goals.findOwnGoal(db, ownerId, id);
      if (!goal) throw noGoal();
      const first = before === undefined ? undefined : rowId('conversion', before);
      if (first === null) throw new ValidationError({ before: ['This is no page'] });
      const rows = await repo.listConversions(db, goal.id, { verdict, before: first, limit: PAGE + 1 });
      const page = rows.slice(0, PAGE).map(present);
      return { conversions: page, next: rows.length > PAGE ? (page.at(-1)?.id ?? null) : null };
    },
  };
}
