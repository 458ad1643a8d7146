import { CAMPAIGNS } from '@ezdash/contracts';
import { sql } from 'kysely';
import type { Clock } from '../../platform/clock';
import { type Db, isKept, lockOwner, type Trx } from '../../platform/db';
import { ConflictError } from '../../platform/errors';
import type { CampaignRow } from './campaigns.repo';

const DAY_MS = 86_400_000;

/** `isKept` of a row that is at hand. */
export const isKeptRow = ({ state, updated_at }: Pick<CampaignRow, 'state' | 'updated_at'>, now: Date) =>
  state !== 'archived' || now.getTime() - updated_at.getTime() < CAMPAIGNS.archivedDays * DAY_MS;

export interface RoomDeps {
  clock: Clock;
  /** That an account may have; tests need fewer. */
  mostCampaigns?: number;
}

const count = (number: number) => number.toLocaleString('en');

/**
 * Throws 409 `TOO_MANY_CAMPAIGNS` when `making` more are too many for the account. Holds the account until the transaction
 * ends, so it comes before any campaign is held: of two who want the last place one is refused.
 */
export async function requireRoom(
  trx: Trx,
  { clock, mostCampaigns: most = CAMPAIGNS.most }: RoomDeps,
  advertiserId: number,
  making = 1,
): Promise<void> {
  if (making === 0) return;
  await lockOwner(trx, advertiserId);
  const { rows } = await sql<{ kept: number }>`SELECT count(*)::int AS kept FROM campaign
    WHERE advertiser_id = ${advertiserId} AND ${isKept('campaign', clock.now())}`.execute(trx);
  const free = Math.max(0, most - (rows[0]?.kept ?? 0));
  if (making <= free) return;
  throw new ConflictError(
    making === 1
      ? `An account has at most ${count(most)} campaigns. Archive some: each makes room after ${CAMPAIGNS.archivedDays} days`
      : `This file makes ${count(making)} campaigns, but only ${count(free)} more fit: an account has at most ${count(most)}. Archive some: each makes room after ${CAMPAIGNS.archivedDays} days`,
    'TOO_MANY_CAMPAIGNS',
  );
}

/** Throws 409 `TOO_MANY_CREATIVES` when a campaign, which the caller holds, would have had too many of late. */
export async function requireCreativeRoom(
  trx: Db,
  campaignId: number,
  adding: number,
  now: Date,
): Promise<void> {
  if (adding === 0) return;
  const { rows } = await sql<{ kept: number }>`SELECT count(*)::int AS kept FROM creative
    WHERE campaign_id = ${campaignId} AND ${isKept('creative', now)}`.execute(trx);
  if ((rows[0]?.kept ?? 0) + adding <= CAMPAIGNS.mostCreatives) return;
  throw new ConflictError(
    `A campaign has at most ${CAMPAIGNS.mostCreatives} creatives in ${CAMPAIGNS.archivedDays} days, replaced ones included. Clone the campaign to add more`,
    'TOO_MANY_CREATIVES',
  );
}
