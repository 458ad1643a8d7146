import {
  type Campaign,
  type CampaignInput,
  type CampaignPriority,
  type CampaignUpdate,
  type ChangedCampaign,
  publicId,
} from '@ezdash/contracts';
import { type Db, inCall, type Trx } from '../../platform/db';
import { ConflictError, NotFoundError, ValidationError } from '../../platform/errors';
import type { Work } from '../../platform/work';
import { type Period, publicRowId, singleDay } from '../figures';
import { mergeChange, normalise, refuseDeadSchedule, refuseWrongMacros } from './campaignChange';
import { refuseUnpayable, refuseUnproven, resolveGoals } from './campaignGoals';
import { type RoomDeps, requireCreativeRoom, requireRoom } from './campaignRoom';
import { readCampaigns } from './campaigns.readModel';
import * as repo from './campaigns.repo';
import { problemsOfShares } from './creativeShares';
import { refuseForeignDisplayUrls } from './displayUrls';
import { byPerson, type ChangedBy, recordCreated, withHistory, withLines } from './history';
import { onceByKey } from './list/onceByKey';
import { refuseOwnClicks } from './ownClicks';
import type { PaceLine } from './paceLine';
import { refuseUnknownPlaces } from './refuseUnknownPlaces';

/** A campaign that may be stored as it is. */
export interface PreparedCampaign extends repo.NewCampaign {
  assets: repo.NewCreative[];
}

/** Changes without a `by` are the owner's own hand. Each of them is in the campaign's history (`withHistory`). */
export interface CampaignService {
  /** One of them; another advertiser's does not exist (404). */
  get(advertiserId: number, id: string, period: Period): Promise<Campaign>;
  /**
   * A draft, or in review with `submit`. Refuses (422) images and goals that are not the advertiser's. Sent again under
   * the same key it makes no second one.
   */
  create(advertiserId: number, input: CampaignInput, by?: ChangedBy, key?: string): Promise<Campaign>;
  /**
   * Money and targeting change at once, and serving knows within 5 s; a new landing page or category, a new image or
   * text of one sends it back to review.
   */
  update(
    advertiserId: number,
    id: string,
    change: CampaignUpdate,
    period: Period,
    by?: ChangedBy,
  ): Promise<Campaign>;
  /** `update` with what it left in the history. */
  change(
    advertiserId: number,
    id: string,
    change: CampaignUpdate,
    period: Period,
    by?: ChangedBy,
  ): Promise<ChangedCampaign>;
  /**
   * Checks what `create` checks, in the caller's transaction, which has made sure that there is room (`requireRoom`).
   * Stores nothing.
   */
  prepareIn(trx: Trx, advertiserId: number, input: CampaignInput): Promise<PreparedCampaign>;
  /**
   * Stores what was prepared in the same transaction; answers the numbers of the rows in the same order. Their first
   * lines in the history are the caller's to write (`recordCreated`).
   */
  insertIn(trx: Trx, advertiserId: number, prepared: readonly PreparedCampaign[]): Promise<number[]>;
  /**
   * `update` in the caller's transaction, without reading the campaign again; answers its line in the history, null when
   * nothing changed.
   */
  changeIn(
    trx: Trx,
    advertiserId: number,
    id: string,
    change: CampaignUpdate,
    by?: ChangedBy,
  ): Promise<string | null>;
  /** An operator's word on what comes first, of anybody's campaign; 404 without one. */
  setPriority(
    id: string,
    priority: CampaignPriority,
    by: ChangedBy,
  ): Promise<{ campaign: Campaign; from: CampaignPriority }>;
}

type CreativeInputs = CampaignInput['creatives'];
type CreativesSeen = NonNullable<CampaignUpdate['creatives_seen']>;

const notFound = () => new NotFoundError('No such campaign');

/**
 * Turns the assets named by a form into the owner's own rows; says which of them are not, or not for the pricing, or were
 * stopped by the network and are not `present` in the campaign.
 */
async function resolveAssets(
  db: Db,
  advertiserId: number,
  inputs: CreativeInputs,
  { pricing, landing_url }: Pick<repo.CampaignFields, 'pricing' | 'landing_url'>,
  present: ReadonlySet<number> = new Set(),
): Promise<repo.NewCreative[]> {
  if (inputs.length === 0) return [];
  const resolved = inputs.map((input) => ({
    assetId: publicRowId('asset', input.asset_id) ?? 0,
    name: input.name,
    alt: input.alt,
    share: input.share ?? null,
  }));
  const owned = await repo.ownedAssets(
    db,
    advertiserId,
    resolved.map((creative) => creative.assetId),
  );
  const errors: Record<string, string[]> = {};
  resolved.forEach(({ assetId }, index) => {
    const asset = owned.get(assetId);
    if (!asset) errors[`creatives.${index}.asset_id`] = ['No such image. Upload it again'];
    else if (asset.stopped && !present.has(assetId))
      errors[`creatives.${index}.asset_id`] = ['The network stopped this ad. Use another one'];
    else if (resolved.findIndex((other) => other.assetId === assetId) !== index)
      errors[`creatives.${index}.asset_id`] = ['This image is in the campaign already'];
  });
  if (Object.keys(errors).length > 0) throw new ValidationError(errors);
  const shares = problemsOfShares(
    resolved.flatMap(({ assetId, share }) => {
      const asset = owned.get(assetId);
      return asset ? [{ ...asset, share }] : [];
    }),
  );
  if (Object.keys(shares).length > 0) throw new ValidationError(shares);
  refuseOwnClicks(
    pricing,
    resolved.flatMap(({ assetId }) => owned.get(assetId) ?? []),
  );
  refuseForeignDisplayUrls(
    landing_url,
    // What a reviewer has seen stays.
    resolved.map(({ assetId }) => (present.has(assetId) ? undefined : owned.get(assetId))),
  );
  return resolved;
}

/**
 * A set that was made from other creatives than there are would bring back what was put away meanwhile, and put away
 * what came.
 */
async function refuseUnseen(trx: Db, campaignId: number, seen: CreativesSeen): Promise<void> {
  const textOf = (list: CreativesSeen) =>
    JSON.stringify(list.map(({ id, name, alt, share }) => [id, name, alt, share ?? null]).sort());
  const present = await repo.findCreatives(trx, [campaignId]);
  const now = present.map((creative) => ({ ...creative, id: publicId('creative', creative.id) }));
  if (textOf(now) === textOf(seen)) return;
  throw new ConflictError(
    'The creatives were changed meanwhile. Leave the edit and begin it again from what they are now',
    'CREATIVES_CHANGED',
  );
}

/** Makes the campaign's images those of the form; true when an image or its words are such as nobody has looked at. */
async function replaceCreatives(
  trx: Db,
  campaignId: number,
  present: readonly repo.CreativeRow[],
  wanted: readonly repo.NewCreative[],
  now: Date,
): Promise<boolean> {
  const byAsset = new Map(present.map((creative) => [creative.asset_id, creative]));
  const added = wanted.filter((creative) => !byAsset.has(creative.assetId));
  let described = false;
  for (const { assetId, name, alt, share } of wanted) {
    const creative = byAsset.get(assetId);
    if (creative && creative.share !== share) await repo.shareCreative(trx, creative.id, share, now);
    if (!creative || (creative.name === name && creative.alt === alt)) continue;
    await repo.describeCreative(trx, creative.id, name, alt, now);
    described = true;
  }
  const kept = new Set(wanted.map((creative) => creative.assetId));
  const gone = present.filter((creative) => !kept.has(creative.asset_id)).map((creative) => creative.id);
  if (gone.length > 0) await repo.archiveCreatives(trx, gone, now);
  await requireCreativeRoom(trx, campaignId, added.length, now);
  await repo.insertCreatives(trx, campaignId, added, now);
  return described || added.length > 0;
}

/** Changes a campaign that the caller holds. Throws what the form is told (422), 409 of an archived one. */
export async function applyChange(
  trx: Db,
  row: repo.CampaignRow,
  change: CampaignUpdate,
  now: Date,
): Promise<void> {
  if (row.state === 'archived') throw new ConflictError('An archived campaign does not change', 'ARCHIVED');
  const { creatives, creatives_seen, ...update } = change;
  if (creatives && creatives_seen) await refuseUnseen(trx, row.id, creatives_seen);
  const fields = mergeChange(row, update, now);
  if (update.targeting) await refuseUnknownPlaces(trx, update.targeting, row.targeting);
  const goal_ids = update.goal_ids
    ? await resolveGoals(trx, row.advertiser_id, update.goal_ids, row.goal_ids)
    : row.goal_ids;
  const { pricing, landing_url } = fields;
  if (pricing === 'CPA' && (update.goal_ids !== undefined || pricing !== row.pricing))
    await refuseUnproven(trx, goal_ids);
  if (row.state !== 'draft')
    await refuseUnpayable(
      trx,
      { pricing, landing_url, goal_ids, priority: row.priority },
      {
        goals: update.goal_ids !== undefined || pricing !== row.pricing,
        landing: landing_url !== row.landing_url || pricing !== row.pricing,
      },
    );
  await repo.updateCampaign(trx, row.id, { ...fields, goal_ids }, now);
  let images = false;
  if (creatives) {
    const present = await repo.findCreatives(trx, [row.id]);
    const isMoved = landing_url !== row.landing_url;
    const known = new Set(isMoved ? [] : present.map((creative) => creative.asset_id));
    const wanted = await resolveAssets(trx, row.advertiser_id, creatives, fields, known);
    images = await replaceCreatives(trx, row.id, present, wanted, now);
  } else if (pricing !== row.pricing || landing_url !== row.landing_url) {
    const present = await repo.findCreatives(trx, [row.id]);
    refuseOwnClicks(pricing, present);
    if (landing_url !== row.landing_url) refuseForeignDisplayUrls(landing_url, present);
  }
  // What the landing page shows is part of every ad, and what is advertised is what publishers block: all of them are
  // looked at again.
  const meaning = fields.landing_url !== row.landing_url || fields.category !== row.category;
  if (!images && !meaning) return;
  if (meaning && row.state !== 'draft') await repo.reopenCreatives(trx, row.id, 'all', now);
  // A paused campaign stays paused and goes to review when it is resumed.
  if (row.state === 'approved' || row.state === 'in_review' || row.state === 'stopped')
    await repo.setCampaignState(trx, row.id, 'in_review', now);
}

export interface CampaignDeps extends RoomDeps {
  db: Db;
  /** Without one the pace of every campaign is the day's. */
  paceLine?: PaceLine;
  /** Where files of campaigns are read. */
  work?: Pick<Work, 'run'>;
}

export function createCampaignService(deps: CampaignDeps): CampaignService {
  const { db, clock, paceLine } = deps;
  async function get(advertiserId: number, id: string, period: Period): Promise<Campaign> {
    const row = publicRowId('campaign', id);
    if (row === null) throw notFound();
    const [view] = await readCampaigns(db, { advertiserId, ids: [row] }, period, clock.now(), paceLine);
    if (!view) throw notFound();
    return view.campaign;
  }

  async function prepareIn(
    trx: Trx,
    advertiserId: number,
    { creatives, submit, ...input }: CampaignInput,
  ): Promise<PreparedCampaign> {
    const fields = normalise(input);
    refuseDeadSchedule(fields, clock.now());
    refuseWrongMacros(fields.landing_url);
    await refuseUnknownPlaces(trx, input.targeting);
    const assets = await resolveAssets(trx, advertiserId, creatives, fields);
    const goal_ids = await resolveGoals(trx, advertiserId, fields.goal_ids);
    const stored = { ...fields, goal_ids };
    if (fields.pricing === 'CPA') await refuseUnproven(trx, goal_ids);
    if (submit)
      await refuseUnpayable(trx, { ...stored, priority: 'auction' }, { goals: true, landing: true });
    return { fields: stored, state: submit ? 'in_review' : 'draft', assets };
  }

  async function insertIn(
    trx: Trx,
    advertiserId: number,
    prepared: readonly PreparedCampaign[],
  ): Promise<number[]> {
    const now = clock.now();
    const ids = await repo.insertCampaigns(trx, advertiserId, prepared, now);
    for (const [at, id] of ids.entries())
      await repo.insertCreatives(trx, id, prepared[at]?.assets ?? [], now);
    return ids;
  }

  async function changeIn(
    trx: Trx,
    advertiserId: number,
    id: string,
    change: CampaignUpdate,
    by = byPerson(advertiserId),
  ): Promise<string | null> {
    const rowNumber = publicRowId('campaign', id);
    if (rowNumber === null) throw notFound();
    const [row] = await repo.lockCampaigns(trx, { advertiserId, ids: [rowNumber] });
    if (!row) throw notFound();
    const now = clock.now();
    const { lines } = await withLines(trx, { by, at: now }, [row.id], () =>
      applyChange(trx, row, change, now),
    );
    const line = lines.get(row.id);
    return line === undefined ? null : publicId('campaignChange', line);
  }

  return {
    get,

    async create(advertiserId, input, by = byPerson(advertiserId), key) {
      const { id } = await inCall(db, (trx) => {
        const work = async () => {
          await requireRoom(trx, deps, advertiserId);
          const prepared = await prepareIn(trx, advertiserId, input);
          const [made] = await insertIn(trx, advertiserId, [prepared]);
          if (made === undefined) throw new Error('The campaign was not stored');
          await recordCreated(trx, { by, at: clock.now() }, [made]);
          return { id: publicId('campaign', made) };
        };
        if (key === undefined) return work();
        const request = JSON.stringify(['create', input]);
        return onceByKey(trx, { advertiserId, key, request, now: clock.now() }, work);
      });
      return get(advertiserId, id, singleDay(clock.now()));
    },

    prepareIn,
    insertIn,

    async update(advertiserId, id, change, period, by) {
      await inCall(db, (trx) => changeIn(trx, advertiserId, id, change, by));
      return get(advertiserId, id, period);
    },

    async change(advertiserId, id, change, period, by) {
      const change_id = await inCall(db, (trx) => changeIn(trx, advertiserId, id, change, by));
      return { ...(await get(advertiserId, id, period)), change_id };
    },

    changeIn,

    async setPriority(id, priority, by) {
      const rowNumber = publicRowId('campaign', id);
      const now = clock.now();
      if (rowNumber === null) throw notFound();
      const from = await inCall(db, (trx) =>
        withHistory(trx, { by, at: now }, [rowNumber], () => repo.setPriority(trx, rowNumber, priority, now)),
      );
      if (from === undefined) throw notFound();
      const [view] = await readCampaigns(db, { ids: [rowNumber] }, singleDay(now), now, paceLine);
      if (!view) throw notFound();
      return { campaign: view.campaign, from };
    },
  };
}
