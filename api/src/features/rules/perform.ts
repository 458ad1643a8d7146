import { type CampaignUpdate, publicId, type RuleAction } from '@ezdash/contracts';
import { sql } from 'kysely';
import type { Trx } from '../../platform/db';
import { AppError, ConflictError } from '../../platform/errors';
import { type CampaignsFeature, type ChangedBy, completeTargeting } from '../campaigns';
import { type Candidate, findFormCreatives } from './candidates.repo';
import { isOfAmount, nextAmount } from './nextAmount';
import type { Subject } from './ruleRow';
import { holdCampaign } from './runs.repo';

/** The doors of the campaigns that rules go through: what a person may not do, a rule may not either. */
export interface CampaignDoors {
  campaigns: Pick<CampaignsFeature['campaigns'], 'changeIn'>;
  actions: Pick<CampaignsFeature['actions'], 'actIn'>;
}

export interface Performed {
  outcome: 'acted' | 'notified' | 'refused';
  beforeMicros: number | null;
  afterMicros: number | null;
  /** Why it was refused. */
  message: string | null;
}

/** What a rule acts on, and in whose name. */
export interface Deed {
  advertiserId: number;
  rule: { id: number; name: string };
  action: RuleAction;
  campaign: Candidate;
  subject: Subject;
  now: Date;
}

const LAST_CREATIVE = 'It is the only creative of the campaign';
const ONLY_ZONE = 'It is the only zone that the campaign includes';

/** Of bids and budgets, what they are; null for what has no amount. */
export function amountOf(action: RuleAction, campaign: Candidate): number | null {
  if (!isOfAmount(action)) return null;
  return action.kind === 'change-bid' ? campaign.bidMicros : campaign.dailyBudgetMicros;
}

async function withoutCreative(trx: Trx, { campaign, subject }: Deed): Promise<CampaignUpdate> {
  const present = await findFormCreatives(trx, campaign.id);
  const rest = present.filter(({ id }) => id !== subject.thingId);
  if (rest.length === 0) throw new ConflictError(LAST_CREATIVE);
  const gone = present.find(({ id }) => id === subject.thingId);
  return {
    creatives: rest.map(({ asset_id, name, alt, share, place }) => ({
      asset_id: publicId('asset', asset_id),
      name,
      alt,
      // Shares of a size are 100 together: without one of them, what is learnt of the others decides.
      share: place === gone?.place ? null : share,
    })),
  };
}

/** Excludes the zone, and includes it no more: nothing may be both. */
function withoutZone({ campaign, subject }: Deed): CampaignUpdate {
  const targeting = completeTargeting(campaign.targeting);
  const zone = publicId('zone', subject.thingId);
  const include = targeting.zones.include.filter((id) => id !== zone);
  // An empty list includes everything: the rule would widen what it was to narrow.
  if (targeting.zones.include.length > 0 && include.length === 0) throw new ConflictError(ONLY_ZONE);
  return { targeting: { ...targeting, zones: { include, exclude: [...targeting.zones.exclude, zone] } } };
}

async function changeOf(trx: Trx, deed: Deed, afterMicros: number | null): Promise<CampaignUpdate | null> {
  switch (deed.action.kind) {
    case 'change-bid':
      return afterMicros === null ? null : { bid_micros: afterMicros };
    case 'change-budget':
      return afterMicros === null ? null : { daily_budget_micros: afterMicros };
    case 'archive-creative':
      return withoutCreative(trx, deed);
    case 'exclude-zone':
      return withoutZone(deed);
    case 'pause':
    case 'notify':
      return null;
  }
}

async function pause(trx: Trx, { actions }: CampaignDoors, deed: Deed, by: ChangedBy): Promise<void> {
  const ids = [publicId('campaign', deed.campaign.id)];
  const { refused } = await actions.actIn(trx, deed.advertiserId, { ids, action: 'pause' }, by);
  const [first] = refused;
  if (first) throw new ConflictError(first.message);
  await holdCampaign(trx, deed.campaign.id, deed.rule.id, deed.now);
}

/** The one sentence of a refusal: of fields the first. */
const sentenceOf = (error: AppError): string => Object.values(error.errors ?? {})[0]?.[0] ?? error.message;

/**
 * Does what the rule says, as "rule" in the campaign's history. What the campaign's own rules forbid is refused, and
 * leaves nothing behind; anything else that fails is thrown.
 */
export async function perform(trx: Trx, doors: CampaignDoors, deed: Deed): Promise<Performed> {
  const { action, campaign, rule } = deed;
  if (action.kind === 'notify')
    return { outcome: 'notified', beforeMicros: null, afterMicros: null, message: null };
  const beforeMicros = amountOf(action, campaign);
  const afterMicros = isOfAmount(action) && beforeMicros !== null ? nextAmount(action, beforeMicros) : null;
  const by: ChangedBy = { actor: 'rule', ruleId: rule.id, name: rule.name };
  await sql`SAVEPOINT deed`.execute(trx);
  try {
    const change = await changeOf(trx, deed, afterMicros);
    if (change)
      await doors.campaigns.changeIn(trx, deed.advertiserId, publicId('campaign', campaign.id), change, by);
    else await pause(trx, doors, deed, by);
    await sql`RELEASE SAVEPOINT deed`.execute(trx);
    return { outcome: 'acted', beforeMicros, afterMicros, message: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await sql`ROLLBACK TO SAVEPOINT deed`.execute(trx);
    return { outcome: 'refused', beforeMicros, afterMicros, message: sentenceOf(error) };
  }
}
