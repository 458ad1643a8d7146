import { createHmac } from 'node:crypto';
import { publicId, type TagDebugger, type TaggedDecision } from '@ezdash/contracts';
import { createLimiter, deriveKey, equalTexts } from '../../platform/auth';
import type { Clock } from '../../platform/clock';
import type { Db } from '../../platform/db';
import { ForbiddenError, NotFoundError } from '../../platform/errors';
import { publicRowId } from '../figures';
import { openTrace } from './openTrace';
import { fateCounts, reasonName } from './presentDecision';
import { findDebugged, findOwnProperty, findTrace } from './traces.repo';

/** As long as somebody looks at their page; it travels in the page's address, which others may read. */
const GOOD_FOR_SECONDS = 1_800;
const LOOKS_PER_MINUTE = 120;
const FORM = /^(p_[\w-]{1,20})\.(\d{9,12})\.([\w-]{43})$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const THOUSAND = 1_000;
/** What a publisher would get for a thousand: coarse, so that no advertiser's price is told to whoever sees the page. */
const BUCKETS_MICROS = [
  0, 100_000, 250_000, 500_000, 1_000_000, 2_000_000, 5_000_000, 10_000_000, 25_000_000,
];

export interface TagDebugService {
  /** An address of the property with a token in it; throws NotFoundError for somebody else's. */
  open(publisherId: number, propertyId: string): Promise<TagDebugger>;
  /** A try that the token's property made. Throws ForbiddenError for a token that is old or none, NotFoundError otherwise. */
  look(token: string, decisionId: string): Promise<TaggedDecision>;
}

export interface TagDebugDeps {
  db: Db;
  clock: Clock;
  secret: string;
}

/** `localhost` and what names a port is somebody's own machine: nobody has a certificate there. */
const addressOf = (domain: string, token: string) =>
  `${/^localhost|:\d+$/.test(domain) ? 'http' : 'https'}://${domain}/?ez-debug=${token}`;

function bucketOf(micros: number): TaggedDecision['payout_bucket'] {
  const at = BUCKETS_MICROS.findLastIndex((from) => micros >= from);
  return { from_micros: BUCKETS_MICROS[Math.max(0, at)] ?? 0, to_micros: BUCKETS_MICROS[at + 1] ?? null };
}

function hostOf(address: string): string | null {
  const [, host] = /^https?:\/\/(?:www\.)?([^/?#:{]+)/i.exec(address) ?? [];
  return host ?? null;
}

/** What the tag's debugger is told beyond what the browser sees: by a token of the publisher's, of tries alone. */
export function createTagDebugService({ db, clock, secret }: TagDebugDeps): TagDebugService {
  const key = deriveKey(secret, 'tag debugger');
  const sign = (text: string) => createHmac('sha256', key).update(text).digest('base64url');
  const looks = createLimiter({ name: 'tag-debug-looks', points: LOOKS_PER_MINUTE, durationSeconds: 60 });

  function propertyOf(token: string): number {
    const [, property = '', until = '', signature = ''] = FORM.exec(token) ?? [];
    const isSigned = signature !== '' && equalTexts(signature, sign(`${property}.${until}`));
    const row = isSigned ? publicRowId('property', property) : null;
    if (row === null || Number(until) * THOUSAND <= clock.nowMs())
      throw new ForbiddenError('This address of the tag debugger is too old: open it anew');
    return row;
  }

  return {
    async open(publisherId, propertyId) {
      const row = publicRowId('property', propertyId);
      const property = row === null ? null : await findOwnProperty(db, publisherId, row);
      if (row === null || property === null) throw new NotFoundError('No such property');
      const until = Math.floor(clock.nowMs() / THOUSAND) + GOOD_FOR_SECONDS;
      const text = `${publicId('property', row)}.${until}`;
      const token = `${text}.${sign(text)}`;
      return {
        url: addressOf(property.domain, token),
        token,
        expires_at: new Date(until * THOUSAND).toISOString(),
      };
    },

    async look(token, decisionId) {
      const propertyId = propertyOf(token);
      await looks.consume(String(propertyId));
      const unknown = () => new NotFoundError('This decision is not known, or not known yet');
      const packed = UUID.test(decisionId) ? await findTrace(db, decisionId) : null;
      if (!packed?.test || packed.propertyId !== propertyId) throw unknown();
      const property = await findOwnProperty(db, packed.publisherId, propertyId);
      if (property === null) throw unknown();
      const trace = await openTrace(packed);
      const [first] = trace.answer.candidates;
      const winner = first && (await findDebugged(db, first.campaignId));
      // What a CPC's or CPA's event costs is the same part of its bid as the impression is of its eCPM.
      const share = first && first.priceMicros > 0 ? first.payoutMicros / first.priceMicros : 0;
      const unit = winner && (winner.pricing === 'CPM' ? winner.bid_micros / THOUSAND : winner.bid_micros);
      const ecpm = first && unit ? first.ecpmMicros * Math.min(1, first.priceMicros / unit) : 0;
      return {
        id: decisionId,
        zone: publicId('zone', trace.zoneId),
        domain: property.domain,
        reason: reasonName(trace.reason),
        fates: fateCounts(trace.fates, false),
        winner_domain: winner ? hostOf(winner.landing_url) : null,
        payout_bucket: first ? bucketOf(ecpm * share) : null,
        floor_micros: trace.inputs.floorMicros,
      };
    },
  };
}
