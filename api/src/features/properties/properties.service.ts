import { randomBytes } from 'node:crypto';
import {
  type CheckedZoneInput,
  type MadeServerKey,
  PROPERTIES_MOST,
  type Property,
  type PropertyDetail,
  type PropertyList,
  type Zone,
} from '@ezdash/contracts';
import type { Clock } from '../../platform/clock';
import { type Db, inTransaction, lockOwner, type Trx } from '../../platform/db';
import { ConflictError, NotFoundError, ValidationError } from '../../platform/errors';
import type { Jobs } from '../../platform/jobs';
import type { Log } from '../../platform/log';
import type { Outbound, ResolveTxt } from '../../platform/outbound';
import {
  addEarnings,
  dailyEarnings,
  figuresByProperty,
  figuresByZone,
  NO_EARNINGS,
  OTHER_ZONES,
  type Period,
  publicRowId,
} from '../figures';
import { serverKeyHash } from '../serving';
import { refuseDomain } from './domain/refuseDomain';
import { presentProperty, presentZone } from './properties.presenter';
import * as repo from './properties.repo';
import { countUnverified, findHolder, lockDomain, wakeWaiting } from './verification/verification.repo';
import type { LostVerification, VerificationService } from './verification/verification.service';

/** What was decided on a property, for those who tell its owner. */
export interface PropertyVerdict {
  propertyId: number;
  /** Why it was rejected; null: it was approved. */
  reason: string | null;
  decidedAt: Date;
}

export interface PropertiesDeps {
  db: Db;
  clock: Clock;
  /** Public address of the network, without a slash at its end. */
  appUrl: string;
  /** Whether a new property may show ads at once, unless its domain is verified for another; otherwise an operator looks first. */
  autoApproveProperties: boolean;
  /** Told of every decision of an operator, in its transaction. */
  onDecided?(trx: Trx, verdict: PropertyVerdict): Promise<void>;
  /** By what sites are asked whether they show their token; without it nobody looks by itself, and nothing is reached. */
  looks?: { outbound: Outbound; resolveTxt?: ResolveTxt; jobs: Jobs; log: Log; random?: () => number };
  /** Told when a property's token is not there any more, in the transaction that notes it. */
  onLost?(trx: Trx, lost: LostVerification): Promise<void>;
}

export interface PropertyService {
  list(publisherId: number, period: Period): Promise<PropertyList>;
  /** A property with its zones; another publisher's does not exist (404). */
  get(publisherId: number, id: string, period: Period): Promise<PropertyDetail>;
  create(publisherId: number, input: repo.NewProperty, period: Period): Promise<Property>;
  update(publisherId: number, id: string, change: repo.PropertyChange, period: Period): Promise<Property>;
  /** Makes the key by which the publisher's servers name their visitors; the one before opens nothing any more. */
  replaceServerKey(publisherId: number, id: string): Promise<MadeServerKey>;
  removeServerKey(publisherId: number, id: string): Promise<void>;
  createZone(publisherId: number, propertyId: string, input: CheckedZoneInput, period: Period): Promise<Zone>;
  updateZone(publisherId: number, id: string, change: repo.ZoneChange, period: Period): Promise<Zone>;
}

/** Of one publisher: the network looks at each of their sites by itself, and anybody may name anybody's. */
export const MOST_UNVERIFIED = 200;
/** Of a property in use, and of all that the ad server keeps of a publisher. */
export const MOST_ZONES = { ofProperty: 200, inAll: 10_000 } as const;
/** Archived zones of a property that are listed one by one. */
export const MOST_ARCHIVED = 200;
const KEY_BYTES = 32;
const newServerKey = () => `sk_${randomBytes(KEY_BYTES).toString('base64url')}`;

const noProperty = () => new NotFoundError('No such property');
const noZone = () => new NotFoundError('No such zone');
const tooMany = () =>
  new ConflictError(
    'An account has at most 1,000 properties. Archive some: each makes room after 30 days',
    'TOO_MANY_PROPERTIES',
  );
const tooManyUnverified = () =>
  new ConflictError(
    'Show first that more of your properties are yours: at most 200 may wait for it',
    'TOO_MANY_UNVERIFIED',
  );
const tooManyZones = () =>
  new ConflictError('A property has at most 200 zones. Archive one first', 'TOO_MANY_ZONES');
const tooManyZonesInAll = () =>
  new ConflictError(
    'An account has at most 10,000 zones. Archive some: each makes room after 30 days',
    'TOO_MANY_ZONES',
  );
const propertyArchived = () => new ConflictError('An archived property does not change', 'ARCHIVED');
const zoneStopped = () => new ConflictError('The network stopped this zone. Ask support', 'STOPPED');
const zoneArchived = () =>
  new ConflictError('An archived zone, or one of an archived property, does not change', 'ARCHIVED');

export function createPropertyService(
  { db, clock, appUrl, autoApproveProperties }: PropertiesDeps,
  verification: Pick<VerificationService, 'begin'>,
): PropertyService {
  async function ownProperty(publisherId: number, id: string): Promise<repo.PropertyRow> {
    const rowNumber = publicRowId('property', id);
    const row = rowNumber === null ? undefined : await repo.findProperty(db, publisherId, rowNumber);
    if (!row) throw noProperty();
    return row;
  }

  async function ownZone(publisherId: number, id: string): Promise<repo.ZoneRow> {
    const rowNumber = publicRowId('zone', id);
    const row = rowNumber === null ? undefined : await repo.findZone(db, publisherId, rowNumber);
    if (!row) throw noZone();
    return row;
  }

  async function viewProperty(publisherId: number, row: repo.PropertyRow, period: Period): Promise<Property> {
    const figures = await figuresByProperty(db, publisherId, period);
    return presentProperty(row, figures.get(row.id) ?? { ...NO_EARNINGS });
  }

  async function viewZones(publisherId: number, propertyId: number, period: Period) {
    const figures = await figuresByZone(db, publisherId, period, propertyId);
    const mostEarned = [...figures].sort(
      ([a, { earnings_micros: ofA, requests: askedA }], [b, { earnings_micros: ofB, requests: askedB }]) =>
        ofB - ofA || askedB - askedA || a - b,
    );
    // An archived zone is listed only while the period has figures of it, so that rows and totals agree.
    const rows = await repo.findZones(
      db,
      propertyId,
      mostEarned.map(([id]) => id),
      MOST_ARCHIVED,
    );
    const listed = rows.map(({ id }) => id);
    const daily = await dailyEarnings(db, publisherId, propertyId, period, listed);
    const dailyOf = (id: number) => daily.get(id) ?? period.days.map(() => 0);
    const zones = rows.map((row) =>
      presentZone(row, figures.get(row.id) ?? { ...NO_EARNINGS }, dailyOf(row.id)),
    );
    for (const id of listed) figures.delete(id);
    const archived_left_out =
      figures.size === 0
        ? null
        : {
            count: figures.size,
            figures: addEarnings(figures.values()),
            daily_earnings_micros: dailyOf(OTHER_ZONES),
          };
    return { zones, archived_left_out };
  }

  async function viewZone(publisherId: number, id: number, period: Period): Promise<Zone> {
    const row = await repo.findZone(db, publisherId, id);
    if (!row) throw noZone();
    const figures = (await figuresByZone(db, publisherId, period, row.property_id)).get(id);
    const daily = (await dailyEarnings(db, publisherId, row.property_id, period, [id])).get(id);
    return presentZone(row, figures ?? { ...NO_EARNINGS }, daily ?? period.days.map(() => 0));
  }

  return {
    async list(publisherId, period) {
      const figures = await figuresByProperty(db, publisherId, period);
      const rows = await repo.findProperties(db, publisherId, figures.keys());
      const properties = rows.map((row) => presentProperty(row, figures.get(row.id) ?? { ...NO_EARNINGS }));
      return { properties, totals: addEarnings(properties.map((property) => property.figures)) };
    },

    async get(publisherId, id, period) {
      const row = await ownProperty(publisherId, id);
      const property = await viewProperty(publisherId, row, period);
      const zones = await viewZones(publisherId, row.id, period);
      return { property, ...zones, tag_url: `${appUrl}/tag.js`, has_server_key: row.has_server_key };
    },

    async create(publisherId, input, period) {
      // With the transaction goes what is noted of a call with an idempotency key.
      const id = await inTransaction(db, async (trx) => {
        await lockOwner(trx, publisherId);
        if ((await repo.countProperties(trx, publisherId, input.domain, clock.now())) >= PROPERTIES_MOST)
          throw tooMany();
        const zones = await repo.countReturningZones(trx, publisherId, input.domain, clock.now());
        if (zones.returning > 0 && zones.counted + zones.returning > MOST_ZONES.inAll)
          throw tooManyZonesInAll();
        await refuseDomain(trx, publisherId, input.domain, { ownUrl: appUrl });
        if ((await countUnverified(trx, publisherId)) >= MOST_UNVERIFIED) throw tooManyUnverified();
        const stoppedOf = await repo.findStoppedOf(trx, input.domain);
        if (stoppedOf.includes(publisherId))
          throw new ValidationError({ domain: ['The network stopped this property. Ask support'] });
        // What was stopped for one publisher is looked at before another shows ads there.
        const isFree = stoppedOf.length === 0 && (await findHolder(trx, input.domain)) === null;
        const state = autoApproveProperties && isFree ? 'approved' : 'pending';
        const added = await repo.insertProperty(trx, publisherId, input, state, clock.now());
        if (added !== null) await verification.begin(trx, added);
        return added;
      });
      if (id === null) throw new ValidationError({ domain: ['You have this property already'] });
      const row = await repo.findProperty(db, publisherId, id);
      if (!row) throw noProperty();
      return viewProperty(publisherId, row, period);
    },

    async update(publisherId, id, change, period) {
      const row = await ownProperty(publisherId, id);
      await inTransaction(db, async (trx) => {
        const now = clock.now();
        const isPutAway = change.state === 'archived';
        if (isPutAway) await lockDomain(trx, row.domain);
        if (!(await repo.updateProperty(trx, row.id, change, now))) throw propertyArchived();
        if (isPutAway) await wakeWaiting(trx, row.domain, row.id, now);
      });
      return viewProperty(publisherId, await ownProperty(publisherId, id), period);
    },

    async replaceServerKey(publisherId, id) {
      const row = await ownProperty(publisherId, id);
      const key = newServerKey();
      if (!(await repo.setServerKey(db, row.id, serverKeyHash(key), clock.now()))) throw propertyArchived();
      return { server_key: key };
    },

    async removeServerKey(publisherId, id) {
      const row = await ownProperty(publisherId, id);
      if (!(await repo.setServerKey(db, row.id, null, clock.now()))) throw propertyArchived();
    },

    async createZone(publisherId, propertyId, input, period) {
      const property = await ownProperty(publisherId, propertyId);
      const { name, kind, size, floor_micros, fallback } = input;
      const { refresh_seconds = 0, person_cap = null, passback_html = null } = input;
      const zone = {
        name,
        kind,
        width: size.width,
        height: size.height,
        floorMicros: floor_micros,
        fallback,
        refreshSeconds: refresh_seconds,
        personCap: person_cap,
        passbackHtml: passback_html,
      };
      const zoneId = await inTransaction(db, async (trx) => {
        await lockOwner(trx, publisherId);
        const { ofProperty, inAll } = await repo.countZones(trx, publisherId, property.id, clock.now());
        if (ofProperty >= MOST_ZONES.ofProperty) throw tooManyZones();
        if (inAll >= MOST_ZONES.inAll) throw tooManyZonesInAll();
        return repo.insertZone(trx, property.id, zone, clock.now());
      });
      if (zoneId === null) throw propertyArchived();
      return viewZone(publisherId, zoneId, period);
    },

    async updateZone(publisherId, id, change, period) {
      const row = await ownZone(publisherId, id);
      if (!(await repo.updateZone(db, row.id, change, clock.now())))
        throw row.state === 'stopped' && change.state ? zoneStopped() : zoneArchived();
      return viewZone(publisherId, row.id, period);
    },
  };
}
