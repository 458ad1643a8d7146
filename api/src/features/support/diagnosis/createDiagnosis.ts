import { type Finding, publicId } from '@ezdash/contracts';
import type { AuthUser } from '../../../platform/auth';
import type { Clock } from '../../../platform/clock';
import { type Db, within } from '../../../platform/db';
import { dayOf } from '../../figures';
import * as repo from './diagnosis.repo';
import { findNamed } from './findNamed';
import { propertyFinding, zoneFinding } from './propertyFinding';
import { readCampaignFindings } from './readCampaignFindings';
import { askedKinds, isElsewhere, isOfMoney } from './topics';
import { isGrave, worstFirst } from './worstFirst';

/**
 * What a customer's own figures say to what they write. Of what they name, by name or id, all that is the matter with it,
 * or that it is well; of nothing else then. When they name nothing, what a word such as "rejected" asks for, or the worst;
 * nothing when they write of money, which a person answers. Throws when it takes too long.
 */
export type Diagnose = (
  user: Pick<AuthUser, 'id' | 'role'>,
  text: { subject: string; body: string },
) => Promise<Finding[]>;

const TIMEOUT_MS = 2_000;
const DAY_MS = 86_400_000;
const MOST_NAMED = 4;
const MOST_UNNAMED = 2;
/** What was decided longer ago is known to its owner, who writes of something else. */
const RECENT_MS = 14 * DAY_MS;
/** Whoever makes a zone has this long to put its tag into a page, before anybody asks. */
const TAG_MS = DAY_MS;

function isRecent({ facts: { rejected_at } }: Finding, now: Date): boolean {
  return typeof rejected_at !== 'string' || now.getTime() - Date.parse(rejected_at) <= RECENT_MS;
}

/** Of everything the matter, what the text asks for without naming a thing. */
function pick(findings: readonly Finding[], text: string, now: Date): Finding[] {
  if (isOfMoney(text)) return [];
  const kinds = askedKinds(text);
  if (kinds.size === 0 && isElsewhere(text)) return [];
  const wanted = findings.filter((finding) =>
    kinds.size > 0 ? kinds.has(finding.kind) : isGrave(finding) && isRecent(finding, now),
  );
  return worstFirst(wanted, MOST_UNNAMED);
}

async function ofAdvertiser(db: Db, userId: number, text: string, now: Date): Promise<Finding[]> {
  const campaigns = await repo.findCampaignNames(db, userId, dayOf(now));
  const things = campaigns.map((row) => ({ id: publicId('campaign', row.id), names: [row.name], row }));
  const named = findNamed(text, things);
  const asked = named.length > 0 ? named.map(({ row }) => row) : campaigns;
  const findings = await readCampaignFindings(db, userId, asked, now);
  return named.length > 0 ? worstFirst(findings, MOST_NAMED) : pick(findings, text, now);
}

interface Places {
  properties: readonly repo.PublishedRow[];
  zones: readonly repo.PlacedZone[];
}

/** What is the matter with these places. Zones of a property that shows no ads are not looked at: it is the reason. */
function placeFindings(
  { properties, zones }: Places,
  all: ReadonlyMap<number, repo.PublishedRow>,
  counts: readonly repo.RequestCount[],
): Finding[] {
  const ofProperties = properties.flatMap((property) => propertyFinding(property) ?? []);
  const told = new Set(ofProperties.map(({ subject }) => subject?.id));
  const ofZones = zones.flatMap((zone) => {
    const property = all.get(zone.property_id);
    if (!property || told.has(publicId('property', property.id))) return [];
    const finding = propertyFinding(property) ?? zoneFinding(zone, property, counts);
    if (finding?.subject) told.add(finding.subject.id);
    return finding ?? [];
  });
  return [...ofProperties, ...ofZones];
}

/** The places a text names; a property stands for its zones. Null: it names none. */
function namedPlaces(text: string, { properties, zones }: Places): Places | null {
  const things = [
    ...properties.map((property) => ({
      id: publicId('property', property.id),
      names: [property.name, property.domain],
      property,
    })),
    ...zones.map((zone) => ({ id: publicId('zone', zone.id), names: [zone.name], zone })),
  ];
  const named = findNamed(text, things);
  if (named.length === 0) return null;
  const namedProperties = named.flatMap((thing) => ('property' in thing ? thing.property : []));
  const namedZones = named.flatMap((thing) => ('zone' in thing ? thing.zone : []));
  const isOf = new Set(namedProperties.map(({ id }) => id));
  // "Sidebar of Alpine Weather" means one zone there, "Alpine Weather" all of its zones.
  const within = namedZones.filter(({ property_id }) => isOf.size === 0 || isOf.has(property_id));
  const ofThem = zones.filter(({ property_id }) => isOf.has(property_id));
  return { properties: namedProperties, zones: within.length > 0 ? within : ofThem };
}

async function ofPublisher(db: Db, userId: number, text: string, now: Date): Promise<Finding[]> {
  const places = {
    properties: await repo.findProperties(db, userId),
    zones: await repo.findZones(db, userId),
  };
  const all = new Map(places.properties.map((property) => [property.id, property]));
  const counts = await repo.countRequests(db, userId, new Date(now.getTime() - DAY_MS));
  const named = namedPlaces(text, places);
  if (named) return worstFirst(placeFindings(named, all, counts), MOST_NAMED);
  const old = places.zones.filter((zone) => now.getTime() - zone.created_at.getTime() >= TAG_MS);
  return pick(placeFindings({ ...places, zones: old }, all, counts), text, now);
}

export function createDiagnosis({
  db,
  clock,
  timeoutMs = TIMEOUT_MS,
}: {
  db: Db;
  clock: Clock;
  timeoutMs?: number;
}): Diagnose {
  async function look(userId: number, role: AuthUser['role'], text: string): Promise<Finding[]> {
    const standing = await repo.findStanding(db, userId);
    // Nothing else matters as long as nothing is shown or changed.
    if (standing && standing.status !== 'active') {
      const facts = { status: standing.status, reason: standing.status_reason };
      return [{ kind: 'account-not-active', subject: null, facts, action: null }];
    }
    const now = clock.now();
    if (role === 'advertiser') return ofAdvertiser(db, userId, text, now);
    return role === 'publisher' ? ofPublisher(db, userId, text, now) : [];
  }

  // What is late goes on until its own statement ends, and nobody hears of it.
  return ({ id, role }, { subject, body }) => within(timeoutMs, look(id, role, `${subject}\n${body}`));
}
