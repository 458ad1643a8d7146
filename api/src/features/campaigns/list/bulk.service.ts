import {
  type Campaign,
  type CampaignBudgets,
  type CampaignBudgetsAnswer,
  type CampaignBudgetsUndo,
  type CampaignClone,
  publicId,
} from '@ezdash/contracts';
import { inTransaction, type Trx, toNumber } from '../../../platform/db';
import { AppError, NotFoundError } from '../../../platform/errors';
import { publicRowId, singleDay } from '../../figures';
import * as repo from '../campaigns.repo';
import type { CampaignDeps, CampaignService } from '../campaigns.service';
import { byPerson, type ChangedBy, recordCreated } from '../history';
import { copyCampaign } from './cloneCampaign';
import { onceByKey } from './onceByKey';

export interface CampaignBulkService {
  /**
   * Daily budgets of many: a refused campaign says why, and the others still go through. With a key the same call again
   * answers the same and changes nothing: a share of a share would be another amount.
   */
  setBudgets(
    advertiserId: number,
    budgets: CampaignBudgets,
    by?: ChangedBy,
    key?: string,
  ): Promise<CampaignBudgetsAnswer>;
  /** Takes a change of budgets back where it still stands; answers what it made of what. */
  undoBudgets(
    advertiserId: number,
    undo: CampaignBudgetsUndo,
    by?: ChangedBy,
  ): Promise<CampaignBudgetsAnswer>;
  /**
   * A draft with everything the campaign has; another advertiser's does not exist (404). With a key the same call again
   * answers the same draft.
   */
  clone(
    advertiserId: number,
    id: string,
    input: CampaignClone,
    options?: { key?: string; by?: ChangedBy },
  ): Promise<Campaign>;
}

/** Budgets are whole cents: a share of one is rounded to the nearest. */
const CENT_MICROS = 10_000;
const MOST_NAME = 120;
const COPY_MARK = ' (copy)';

const shareOf = (micros: number, percent: number) =>
  Math.round((micros * (1 + percent / 100)) / CENT_MICROS) * CENT_MICROS;

/** What an error says of one of many: the field's own sentence, or the whole's. Others are ours and end the call. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof AppError) || error.status >= 500) throw error;
  return Object.values(error.errors ?? {}).flat()[0] ?? error.message;
}

const copyName = (name: string) => `${[...name].slice(0, MOST_NAME - COPY_MARK.length).join('')}${COPY_MARK}`;

export function createCampaignBulk(
  { db, clock }: Pick<CampaignDeps, 'db' | 'clock'>,
  campaigns: Pick<CampaignService, 'changeIn' | 'get'>,
): CampaignBulkService {
  /** Sets each named budget to what `wanted` makes of it, or says why not. */
  async function setEach(
    trx: Trx,
    advertiserId: number,
    ids: readonly string[],
    by: ChangedBy,
    wanted: (id: string, nowMicros: number) => number | string,
  ): Promise<CampaignBudgetsAnswer> {
    const rowNumbers = ids.flatMap((id) => publicRowId('campaign', id) ?? []);
    // All of them first, in the order of their ids: two such calls never wait for each other in a circle.
    const locked = await repo.lockCampaigns(trx, { advertiserId, ids: rowNumbers });
    const byId = new Map(locked.map((row) => [publicId('campaign', row.id), row]));
    const answer: CampaignBudgetsAnswer = { changed: [], refused: [] };
    for (const id of new Set(ids)) {
      const row = byId.get(id);
      const before = row ? toNumber(row.daily_budget_micros) : 0;
      const after = row ? wanted(id, before) : 'No such campaign';
      if (typeof after === 'string') {
        answer.refused.push({ id, message: after });
        continue;
      }
      try {
        await campaigns.changeIn(trx, advertiserId, id, { daily_budget_micros: after }, by);
        answer.changed.push({ id, before_micros: before, after_micros: after });
      } catch (error) {
        answer.refused.push({ id, message: sentenceOf(error) });
      }
    }
    return answer;
  }

  async function copy(trx: Trx, advertiserId: number, id: string, name: string | undefined, by: ChangedBy) {
    const row = publicRowId('campaign', id);
    const [original] = row === null ? [] : await repo.lockCampaigns(trx, { advertiserId, ids: [row] });
    const now = clock.now();
    const draft =
      original &&
      (await copyCampaign(trx, {
        id: original.id,
        advertiserId,
        name: name ?? copyName(original.name),
        now,
      }));
    if (draft === undefined) throw new NotFoundError('No such campaign');
    await recordCreated(trx, { by, at: now }, [draft]);
    return { id: publicId('campaign', draft) };
  }

  return {
    setBudgets: (advertiserId, { ids, change }, by = byPerson(advertiserId), key) =>
      inTransaction(db, (trx) => {
        const work = () =>
          setEach(trx, advertiserId, ids, by, (_id, micros) =>
            'set_micros' in change ? change.set_micros : shareOf(micros, change.percent),
          );
        if (key === undefined) return work();
        const request = JSON.stringify(['budgets', ids, change]);
        return onceByKey(trx, { advertiserId, key, request, now: clock.now() }, work);
      }),

    undoBudgets(advertiserId, { changed }, by = byPerson(advertiserId)) {
      const made = new Map(changed.map((change) => [change.id, change]));
      return inTransaction(db, (trx) =>
        setEach(trx, advertiserId, [...made.keys()], by, (id, micros) => {
          const change = made.get(id);
          return change && change.after_micros === micros
            ? change.before_micros
            : 'The budget was changed again since';
        }),
      );
    },

    async clone(advertiserId, id, { name }, { key, by = byPerson(advertiserId) } = {}) {
      const made = await inTransaction(db, (trx) => {
        const work = () => copy(trx, advertiserId, id, name, by);
        if (key === undefined) return work();
        const request = JSON.stringify(['clone', id, name ?? null]);
        return onceByKey(trx, { advertiserId, key, request, now: clock.now() }, work);
      });
      return campaigns.get(advertiserId, made.id, singleDay(clock.now()));
    },
  };
}
