import { DEVICE_CODES, publicId } from '@ezdash/contracts';
import type { CampaignInput, CreativeInput, SnapshotInput, ZoneInput } from '../snapshotInput';
import { Bitset } from './Bitset';
import { COUNTRY_COUNT, countryNumber } from './country';
import { type Landing, parseLanding } from './landing';
import {
  PRICING_CODES,
  type Snapshot,
  type SnapshotCampaign,
  type SnapshotCreative,
  type SnapshotZone,
} from './Snapshot';

const THOUSAND = 1_000;
const MILLION = 1_000_000;
/** A price travels in 32 bits of the token: no event may cost more than this. */
const MAX_UNIT_MICROS = 0xffff_ffff;
const MIN_CTR_PPM = 10;

/** JSON of a text in ASCII alone, so that an answer's length in characters is its length in bytes. */
export function asciiJson(value: string): string {
  return JSON.stringify(value).replace(
    /[^\x20-\x7e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/**
 * The same text in one piece. A concatenated text stays a tree of its parts, which would be walked in every answer
 * that carries it.
 */
const inOnePiece = (text: string) => Buffer.from(text, 'latin1').toString('latin1');

/** Clicks per million impressions, within 0.001 % and 100 %: an eCPM is never zero nor beyond the bid. */
const clampCtr = (ctrPpm: number) => Math.min(MILLION, Math.max(MIN_CTR_PPM, Math.round(ctrPpm)));

/** eCPM and price bounds of a campaign. A CPM bid is cut to whole micros an impression, so that no rounding can bill more than was bid. */
function auctionFigures(input: CampaignInput) {
  if (input.pricing === 'CPM') {
    const unitMicros = Math.min(MAX_UNIT_MICROS, Math.floor(input.bidMicros / THOUSAND));
    return { unitMicros, bidMicros: unitMicros * THOUSAND, ctrPpm: 0, ecpmMicros: unitMicros * THOUSAND };
  }
  const unitMicros = Math.min(MAX_UNIT_MICROS, input.bidMicros);
  const ctrPpm = clampCtr(input.ctrPpm);
  return {
    unitMicros,
    bidMicros: unitMicros,
    ctrPpm,
    ecpmMicros: Math.floor((unitMicros * ctrPpm) / THOUSAND),
  };
}

function makeCreative(
  input: CreativeInput,
  campaign: CampaignInput,
  landing: Landing | null,
): SnapshotCreative {
  const id = publicId('creative', input.id);
  const campaignId = publicId('campaign', campaign.id);
  const cap = campaign.cap ? `{"count":${campaign.cap.count},"seconds":${campaign.cap.seconds}}` : 'null';
  return {
    id: input.id,
    publicId: id,
    campaignId: campaign.id,
    campaignPublicId: campaignId,
    width: input.width,
    height: input.height,
    cap: campaign.cap,
    landing,
    json: {
      head: inOnePiece(
        `"campaign":"${campaignId}","creative":"${id}","cap":${cap},"type":"image","image":${asciiJson(`/creatives/${input.file}`)},`,
      ),
      tail: inOnePiece(`,"alt":${asciiJson(input.alt)}}`),
    },
  };
}

function makeZone(input: ZoneInput, sizeIndexes: ReadonlyMap<string, number>): SnapshotZone {
  const id = inOnePiece(publicId('zone', input.id));
  // Field by field: objects made by spreading have no common shape, and each load from one is looked up slowly.
  return {
    id: input.id,
    propertyId: input.propertyId,
    publisherId: input.publisherId,
    domain: input.domain,
    width: input.width,
    height: input.height,
    floorMicros: input.floorMicros,
    revenueShareBps: input.revenueShareBps,
    fallback: input.fallback,
    refusal: input.refusal,
    publicId: id,
    sizeIndex: sizeIndexes.get(`${input.width}x${input.height}`) ?? -1,
    jsonHead: inOnePiece(
      `{"zone":"${id}","width":${input.width},"height":${input.height},"fallback":"${input.fallback}",`,
    ),
  };
}

function makeCampaign(input: CampaignInput, creatives: SnapshotCampaign['creatives']): SnapshotCampaign {
  const { bidMicros, unitMicros, ecpmMicros, ctrPpm } = auctionFigures(input);
  return {
    id: input.id,
    advertiserId: input.advertiserId,
    pricing: PRICING_CODES[input.pricing],
    bidMicros,
    unitMicros,
    ecpmMicros,
    ctrPpm,
    capped: input.cap !== null,
    money: {
      dailyBudgetMicros: input.dailyBudgetMicros,
      totalBudgetMicros: input.totalBudgetMicros,
      pacing: input.pacing,
      startsAtMs: input.startsAtMs,
      endsAtMs: input.endsAtMs,
      activeFromMs: input.activeFromMs,
    },
    creatives,
  };
}

/** Creatives by campaign and size (approved ones of running campaigns), and all of them by id. */
function placeCreatives(input: SnapshotInput) {
  const campaignsById = new Map(input.campaigns.map((campaign) => [campaign.id, campaign]));
  const landings = new Map<number, Landing | null>();
  const byId = new Map<number, SnapshotCreative>();
  const byCampaign = new Map<number, SnapshotCampaign['creatives']>();
  const sizeIndexes = new Map<string, number>();
  for (const creativeInput of input.creatives) {
    const campaign = campaignsById.get(creativeInput.campaignId);
    if (!campaign) continue;
    let landing = landings.get(campaign.id);
    if (landing === undefined) {
      landing = parseLanding(campaign.landingUrl);
      landings.set(campaign.id, landing);
    }
    const creative = makeCreative(creativeInput, campaign, landing);
    byId.set(creative.id, creative);
    // A creative that leads nowhere is not shown.
    if (!creativeInput.approved || !campaign.running || landing === null) continue;
    const size = `${creative.width}x${creative.height}`;
    const sizeIndex = sizeIndexes.get(size) ?? sizeIndexes.size;
    sizeIndexes.set(size, sizeIndex);
    const creatives = byCampaign.get(campaign.id) ?? [];
    byCampaign.set(campaign.id, creatives);
    const sameSize = creatives[sizeIndex] ?? [];
    creatives[sizeIndex] = sameSize;
    sameSize.push(creative);
  }
  return { byId, byCampaign, sizeIndexes };
}

/** One bitset a value, in which campaigns that name no value are members of every set. */
function dimension(count: number, size: number, members: readonly (readonly number[])[]) {
  const any = new Bitset(size);
  const sets: (Bitset | undefined)[] = new Array(count).fill(undefined);
  members.forEach((values, position) => {
    if (values.length === 0) any.set(position);
    for (const value of values) {
      const set = sets[value] ?? new Bitset(size);
      sets[value] = set;
      set.set(position);
    }
  });
  for (const set of sets) set?.addAll(any);
  return { any, sets };
}

/** Builds the immutable index. Linear in campaigns × targeted values; 100,000 campaigns take about half a second. */
export function buildSnapshot(input: SnapshotInput): Snapshot {
  const { byId, byCampaign, sizeIndexes } = placeCreatives(input);
  const ranked: { input: CampaignInput; campaign: SnapshotCampaign }[] = [];
  for (const campaignInput of input.campaigns) {
    const creatives = byCampaign.get(campaignInput.id);
    if (!campaignInput.running || !creatives) continue;
    const campaign = makeCampaign(campaignInput, creatives);
    if (campaign.ecpmMicros > 0) ranked.push({ input: campaignInput, campaign });
  }
  ranked.sort((a, b) => b.campaign.ecpmMicros - a.campaign.ecpmMicros || a.campaign.id - b.campaign.id);
  const campaigns = ranked.map((entry) => entry.campaign);
  const size = campaigns.length;
  const sizes = Array.from({ length: sizeIndexes.size }, () => new Bitset(size));
  campaigns.forEach((campaign, position) => {
    campaign.creatives.forEach((_, sizeIndex) => {
      sizes[sizeIndex]?.set(position);
    });
  });
  const countries = dimension(
    COUNTRY_COUNT,
    size,
    ranked.map((entry) => entry.input.countries.map(countryNumber)),
  );
  const deviceCodes: Readonly<Record<string, number>> = DEVICE_CODES;
  const devices = dimension(
    Object.keys(DEVICE_CODES).length + 1,
    size,
    ranked.map((entry) =>
      entry.input.devices.map((name) => deviceCodes[name] ?? 0).filter((code) => code > 0),
    ),
  );
  const zones = input.zones.map((zone) => makeZone(zone, sizeIndexes));
  return {
    campaigns,
    ecpmMicros: Float64Array.from(campaigns, (campaign) => campaign.ecpmMicros),
    sizes,
    countries: countries.sets,
    anyCountry: countries.any,
    devices: devices.sets.map((set) => set ?? devices.any),
    zonesByPublicId: new Map(zones.map((zone) => [zone.publicId, zone])),
    zonesById: new Map(zones.map((zone) => [zone.id, zone])),
    creativesById: byId,
  };
}
