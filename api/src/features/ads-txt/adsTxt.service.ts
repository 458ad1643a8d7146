import {
  ADS_TXT_TROUBLES,
  type AdsTxtCheck,
  type AdsTxtList,
  type AdsTxtResult,
  adsTxtLine,
  publicId,
} from '@ezdash/contracts';
import type { Clock } from '../../platform/clock';
import type { Db } from '../../platform/db';
import { ConflictError, NotFoundError } from '../../platform/errors';
import type { Outbound } from '../../platform/outbound';
import type { Work } from '../../platform/work';
import { publicRowId } from '../figures';
import * as repo from './adsTxt.repo';
import { type AdsTxtLook, adsTxtHost, lookAtAdsTxt } from './lookAtAdsTxt';
import { nameSellers } from './nameSellers';
import { nextLook } from './nextLook';
import { findSeller } from './sellers.repo';

export interface AdsTxtService {
  /** The file of each property in use. */
  list(publisherId: number): Promise<AdsTxtList>;
  /** What is known of a property's file; another publisher's does not exist (404). */
  get(publisherId: number, id: string): Promise<AdsTxtCheck>;
  /** Looks now, and keeps what was found. */
  check(publisherId: number, id: string): Promise<AdsTxtCheck>;
  /** Rows of properties whose files are to be looked at. */
  due(limit: number): Promise<number[]>;
  /** Looks at the file of a property in use, and keeps what was found. */
  checkInUse(propertyId: number): Promise<void>;
}

export interface AdsTxtServiceDeps {
  db: Db;
  clock: Clock;
  outbound: Outbound;
  work?: Work;
  /** The network's name in ads.txt. */
  networkDomain: string;
  random?: () => number;
}

const iso = (date: Date | null) => date?.toISOString() ?? null;

const present = (row: repo.AdsTxtRow | undefined): AdsTxtResult | null =>
  row
    ? {
        status: row.status,
        read_at: iso(row.read_at),
        changed_at: row.changed_at.toISOString(),
        previous_status: row.previous_status,
        url: row.url,
        line_number: row.line_number,
        line: row.line,
        record_count: row.record_count,
        seller_count: row.seller_count,
        hints: row.hints,
        checked_at: row.checked_at.toISOString(),
        trouble: row.trouble,
        http_status: row.http_status,
        failing_since: iso(row.failing_since),
        next_at: row.next_at.toISOString(),
      }
    : null;

/**
 * The row after a look. One without an answer says nothing of the file: what an earlier one said goes on to hold, and only
 * that the last failed is noted.
 */
export function rowAfter(
  before: repo.AdsTxtRow | undefined,
  propertyId: number,
  look: AdsTxtLook,
  now: Date,
  random: number,
): repo.AdsTxtRow {
  const isTrouble = ADS_TXT_TROUBLES.has(look.status);
  const failures = isTrouble ? (before?.failures ?? 0) + 1 : 0;
  const known = isTrouble && before?.read_at ? before : null;
  const status = known?.status ?? look.status;
  const isSame = before?.status === status;
  return {
    property_id: propertyId,
    status,
    read_at: isTrouble ? (before?.read_at ?? null) : now,
    changed_at: isSame ? before.changed_at : now,
    previous_status: isSame ? before.previous_status : (before?.status ?? null),
    url: known ? known.url : look.url,
    line_number: known ? known.line_number : look.lineNumber,
    line: known ? known.line : look.line,
    record_count: known ? known.record_count : look.recordCount,
    seller_count: known ? known.seller_count : look.sellerCount,
    hints: known ? known.hints : look.hints,
    checked_at: now,
    trouble: isTrouble ? look.status : null,
    http_status: look.httpStatus,
    failures,
    failing_since: isTrouble ? (before?.failing_since ?? now) : null,
    next_at: nextLook(now, look.status, failures, random),
  };
}

export function createAdsTxtService({
  db,
  clock,
  outbound,
  work,
  networkDomain,
  random = Math.random,
}: AdsTxtServiceDeps): AdsTxtService {
  const sellerOf = (publisherId: number) => ({
    domain: networkDomain,
    sellerId: publicId('user', publisherId),
  });
  const fileUrl = ({ domain }: repo.SiteRow) => `https://${adsTxtHost(domain)}/ads.txt`;

  async function own(publisherId: number, id: string): Promise<repo.SiteRow> {
    const row = publicRowId('property', id);
    const site = row === null ? undefined : await repo.findOwn(db, publisherId, row);
    if (!site) throw new NotFoundError('No such property');
    return site;
  }

  const view = async (site: repo.SiteRow): Promise<AdsTxtCheck> => ({
    line: adsTxtLine(sellerOf(site.publisher_id)),
    file_url: fileUrl(site),
    result: present(await repo.findCheck(db, site.id)),
  });

  async function lookAndKeep(site: repo.SiteRow): Promise<void> {
    const before = await repo.findCheck(db, site.id);
    const known = await findSeller(db, site.publisher_id);
    const [named] = await nameSellers(db, known && !known.is_confidential ? [known] : []);
    const ownerDomain = named?.domain ?? null;
    const wanted = { ...sellerOf(site.publisher_id), ownerDomain };
    const look = await lookAtAdsTxt({ outbound, work, owner: site.publisher_id }, site.domain, wanted);
    await repo.keepCheck(db, rowAfter(before, site.id, look, clock.now(), random()));
  }

  /** Looks that are under way. Whoever asks for the same meanwhile gets what that one finds. */
  const running = new Map<number, Promise<void>>();
  function once(site: repo.SiteRow): Promise<void> {
    const known = running.get(site.id);
    if (known) return known;
    const begun = lookAndKeep(site).finally(() => running.delete(site.id));
    running.set(site.id, begun);
    return begun;
  }

  return {
    async list(publisherId) {
      const all = await repo.findAll(db, publisherId);
      return {
        line: adsTxtLine(sellerOf(publisherId)),
        properties: all.map(({ site, check }) => ({
          id: publicId('property', site.id),
          name: site.name,
          domain: site.domain,
          state: site.state,
          file_url: fileUrl(site),
          result: present(check),
        })),
      };
    },

    get: async (publisherId, id) => view(await own(publisherId, id)),

    async check(publisherId, id) {
      const site = await own(publisherId, id);
      if (site.state === 'archived')
        throw new ConflictError('The ads.txt of an archived property is not looked at', 'ARCHIVED');
      await once(site);
      return view(site);
    },

    due: (limit) => repo.findDue(db, clock.now(), limit),

    async checkInUse(propertyId) {
      const site = await repo.findInUse(db, propertyId);
      if (site) await once(site);
    },
  };
}
