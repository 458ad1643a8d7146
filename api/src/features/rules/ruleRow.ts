import { publicId, type RuleAction, type RuleCondition, type RuleInput } from '@ezdash/contracts';
import { publicRowId } from '../figures';

/** `auto_rule.definition`: the contract's rule without its name, campaigns by the numbers of their rows. */
export interface RuleDefinition extends Omit<RuleInput, 'name' | 'campaign_ids'> {
  campaigns: number[];
}

export type StoredRuleState = 'draft' | 'active' | 'off' | 'archived';

/** A row of `auto_rule`. */
export interface RuleRow {
  id: number;
  advertiser_id: number;
  name: string;
  definition: RuleDefinition;
  state: StoredRuleState;
  dry_run_at: Date | null;
  dry_run_acts: number | null;
  created_at: Date;
  updated_at: Date;
}

/** What a rule looks at, one by one: a campaign (`thingId` 0), or a creative or zone of it. */
export interface Subject {
  campaignId: number;
  thingId: number;
}

export const keyOf = ({ campaignId, thingId }: Subject): string => `${campaignId}:${thingId}`;

/** As it is stored; campaigns that are none of ours become 0, for the caller to refuse. */
export function definitionOf({ name: _name, campaign_ids, ...rest }: RuleInput): RuleDefinition {
  return { ...rest, campaigns: campaign_ids.map((id) => publicRowId('campaign', id) ?? 0) };
}

/** As its owner wrote it. */
export function inputOf({ name, definition: { campaigns, ...rest } }: RuleRow): RuleInput {
  return { ...rest, name, campaign_ids: campaigns.map((id) => publicId('campaign', id)) };
}

/** The longest time that its conditions look back, in hours. */
export const longestWindow = (conditions: readonly RuleCondition[]): number =>
  Math.max(...conditions.map(({ hours }) => hours));

/** What it acts on is shown no more, so that nothing more can be done to it. */
export const stops = ({ kind }: RuleAction): boolean =>
  kind === 'pause' || kind === 'archive-creative' || kind === 'exclude-zone';
