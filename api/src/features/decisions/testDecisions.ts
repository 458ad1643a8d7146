import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { deflateRaw } from 'node:zlib';
import { FATES, type Fate } from '@ezdash/contracts';
import type { TraceAnswer } from '../serving';
import type { PackedTrace } from './traces.repo';

const deflate = promisify(deflateRaw);

/** A decision's id (UUIDv7) of a moment. */
export function decisionIdAt(timeMs: number): string {
  const time = timeMs.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}

export interface TraceFields {
  decidedAtMs: number;
  zoneId: number;
  publisherId: number;
  fates: readonly (readonly [campaignId: number, fate: Fate])[];
  answer?: Partial<TraceAnswer>;
  reason?: number;
}

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) | 128, ...varint(Math.floor(value / 128))];
}

/** What `decodeFates` reads, written once more: version, number of campaigns, length of the ids, ids, fates. */
function fateBytes(fates: TraceFields['fates']): Buffer {
  const sorted = [...fates].sort(([a], [b]) => a - b);
  const ids = sorted.flatMap(([id], index) => varint(id - (sorted[index - 1]?.[0] ?? 0)));
  const codes = sorted.map(([, fate]) => FATES[fate]);
  return Buffer.from([1, ...varint(sorted.length), ...varint(ids.length), ...ids, ...codes]);
}

/** A trace as the writer would keep it. */
export async function packedTrace(fields: TraceFields): Promise<PackedTrace> {
  return {
    decisionId: decisionIdAt(fields.decidedAtMs),
    decidedAtMs: fields.decidedAtMs,
    zoneId: fields.zoneId,
    propertyId: 1,
    publisherId: fields.publisherId,
    test: false,
    weight: 3,
    reason: fields.reason ?? 0,
    inputs: {
      country: 'DE',
      region: 'DE-BY',
      device: 2,
      os: 0,
      osVersion: 170_004,
      browser: 0,
      language: 'de',
      keywords: ['tea'],
      addressMattered: false,
      narrowed: false,
      exclude: [],
      random: 4_000_000_000,
      floorMicros: 100_000,
      reserveMicros: 50_000,
      snapshot: 1,
      campaigns: fields.fates.length,
      urgency: [],
    },
    answer: { candidates: [], runnerUpEcpmMicros: 0, bids: [], ...fields.answer },
    fates: await deflate(fateBytes(fields.fates)),
  };
}
