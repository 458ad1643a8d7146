import { publicId } from '@ezdash/contracts';
import type { Db } from '../../platform/db';
import { type Candidate, findShownCreatives } from './candidates.repo';
import type { SubjectSums } from './figures.repo';
import { keyOf, type RuleDefinition, type Subject } from './ruleRow';

/** Zones that a campaign excludes already: there is nothing left to do to them. */
const excludedZones = ({ targeting }: Candidate): ReadonlySet<string> =>
  new Set(targeting.zones?.exclude ?? []);

/**
 * What a rule looks at, one by one: campaigns and creatives that are shown, whether or not anything was counted of them
 * (no impressions is a figure, too); zones that the campaigns were shown in.
 */
export async function findSubjects(
  db: Db,
  { scope }: Pick<RuleDefinition, 'scope'>,
  candidates: readonly Candidate[],
  counted: Iterable<SubjectSums>,
): Promise<Subject[]> {
  if (scope === 'campaign') return candidates.map(({ id }) => ({ campaignId: id, thingId: 0 }));
  if (scope === 'creative') {
    const creatives = await findShownCreatives(
      db,
      candidates.map(({ id }) => id),
    );
    return creatives.map(({ id, campaignId }) => ({ campaignId, thingId: id }));
  }
  const excluded = new Map(candidates.map((candidate) => [candidate.id, excludedZones(candidate)]));
  const found = new Map<string, Subject>();
  for (const { campaignId, thingId } of counted)
    if (excluded.has(campaignId) && !excluded.get(campaignId)?.has(publicId('zone', thingId)))
      found.set(keyOf({ campaignId, thingId }), { campaignId, thingId });
  return [...found.values()];
}
