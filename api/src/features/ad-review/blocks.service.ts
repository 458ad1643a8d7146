import {
  BLOCKS,
  type BlockAnswer,
  type BlockInput,
  blockDomainOf,
  blockValueProblem,
  CATEGORIES,
  type PropertyBlocks,
  publicId,
} from '@ezdash/contracts';
import type { Clock } from '../../platform/clock';
import { type Db, inTransaction, type Trx, toNumber } from '../../platform/db';
import { ConflictError, NotFoundError, ValidationError } from '../../platform/errors';
import { asOwner, type PreviewService } from '../creatives';
import { addDays, dayOf, makePeriod, publicRowId } from '../figures';
import { presentBlock } from './adReview.presenter';
import * as repo from './blocks.repo';

const DAY_MS = 86_400_000;

export interface AdReviewDeps {
  db: Db;
  clock: Clock;
  /** Opens files that are not public any more; without it they are as their owner sees them. */
  previews?: Pick<PreviewService, 'createSigner'>;
}

export interface BlocksService {
  /** What is not shown on a property, and what was once; another publisher's property does not exist (404). */
  list(publisherId: number, propertyId: string): Promise<PropertyBlocks>;
  /** Blocks on some properties or on all. Idempotent: where it is in force already nothing changes. */
  block(publisherId: number, input: BlockInput): Promise<BlockAnswer>;
  /** Takes it back; idempotent as well. */
  unblock(publisherId: number, input: BlockInput): Promise<BlockAnswer>;
}

const noProperty = () => new NotFoundError('No such property');
const archived = () => new ConflictError('An archived property does not change', 'ARCHIVED');
const unknownAd = () => new NotFoundError('No such ad has run on your properties');
const full = () =>
  new ConflictError('A property blocks 500 of a kind at most: take one back first', 'BLOCKS_FULL');

const NO_SUBJECT = { advertiserId: null, creativeId: null, category: null, domain: null };

/** Throws 422 for what is no value of its kind. */
function subjectOf(input: BlockInput): repo.Subject {
  const { kind, value } = input;
  const problem = blockValueProblem(input);
  if (problem !== null) throw new ValidationError({ value: [problem] });
  switch (kind) {
    case 'category':
      return { ...NO_SUBJECT, kind, category: value };
    case 'domain':
      return { ...NO_SUBJECT, kind, domain: blockDomainOf(value) };
    default: {
      const row = publicRowId(kind, value);
      if (row === null) throw unknownAd();
      return kind === 'advertiser'
        ? { ...NO_SUBJECT, kind, advertiserId: row }
        : { ...NO_SUBJECT, kind, creativeId: row };
    }
  }
}

export function createBlocksService({ db, clock, previews = asOwner }: AdReviewDeps): BlocksService {
  async function ownProperty(publisherId: number, id: string): Promise<repo.OwnProperty> {
    const row = publicRowId('property', id);
    const [property] = row === null ? [] : await repo.findOwn(db, publisherId, [row]);
    if (!property) throw noProperty();
    return property;
  }

  /** Rows of the properties that are meant. Of those named none may be missing or archived. */
  async function chosen(publisherId: number, ids: readonly string[] | null): Promise<number[]> {
    if (ids === null) {
      const all = await repo.findOwn(db, publisherId, null);
      return all.filter(({ state }) => state !== 'archived').map(({ id }) => id);
    }
    const rows = [...new Set(ids)].map((id) => publicRowId('property', id) ?? 0);
    const found = await repo.findOwn(db, publisherId, rows);
    if (found.length < rows.length) throw noProperty();
    if (found.some(({ state }) => state === 'archived')) throw archived();
    return found.map(({ id }) => id);
  }

  async function change(
    publisherId: number,
    { properties }: BlockInput,
    work: (trx: Trx, ids: number[]) => Promise<number[]>,
  ): Promise<BlockAnswer> {
    const ids = await chosen(publisherId, properties);
    const changed = await inTransaction(db, async (trx) => {
      const held = await repo.lockOwn(trx, publisherId, ids);
      const open = held.filter(({ state }) => state !== 'archived').map(({ id }) => id);
      // Archived a moment ago: of all of them it is none of ours any more, by name it is refused.
      if (properties !== null && open.length < ids.length) throw archived();
      return work(trx, open);
    });
    return { properties: changed.sort((a, b) => a - b).map((id) => publicId('property', id)) };
  }

  return {
    async list(publisherId, propertyId) {
      const { id } = await ownProperty(publisherId, propertyId);
      const today = dayOf(clock.now());
      const period = makePeriod(addDays(today, -BLOCKS.days), addDays(today, -1));
      const most = BLOCKS.mostOfKind * 4;
      const blocks = await repo.findBlocks(db, id, true, most);
      const history = await repo.findBlocks(db, id, false, BLOCKS.history);
      const earned = await repo.categoryEarnings(db, publisherId, id, period);
      const assets = [...blocks, ...history].flatMap((row) => presentBlock(row).asset ?? []);
      const signed = await previews.createSigner(assets, 'preview');
      const present = (row: repo.BlockRow) => {
        const block = presentBlock(row);
        return { ...block, asset: block.asset && signed(block.asset) };
      };
      return {
        blocks: blocks.map(present),
        history: history.map(present),
        categories: earned.map((row) => ({
          category: CATEGORIES.find((name) => name === row.category) ?? null,
          impressions: toNumber(row.impressions),
          earnings_micros: toNumber(row.earnings_micros),
        })),
      };
    },

    async block(publisherId, input) {
      const subject = subjectOf(input);
      if (subject.advertiserId !== null || subject.creativeId !== null) {
        const since = new Date(clock.nowMs() - BLOCKS.knownDays * DAY_MS);
        if (!(await repo.isKnown(db, publisherId, subject, since))) throw unknownAd();
      }
      return change(publisherId, input, async (trx, ids) => {
        const fullOnes = await repo.findFull(trx, ids, subject, BLOCKS.mostOfKind);
        if (fullOnes.length > 0) throw full();
        return repo.insertBlocks(trx, ids, subject, { by: publisherId, now: clock.now() });
      });
    },

    async unblock(publisherId, input) {
      const subject = subjectOf(input);
      return change(publisherId, input, (trx, ids) =>
        repo.removeBlocks(trx, ids, subject, { by: publisherId, now: clock.now() }),
      );
    },
  };
}
