import type { Narrowing, SnapshotZone } from './index/entries';

const unmeasured = new WeakMap<SnapshotZone, SnapshotZone>();

/** The zone as whoever gets it does not measure what is shown there. */
export function unmeasuredZone(zone: SnapshotZone): SnapshotZone {
  const among = { unmeasured: true, uncapped: false, payPerImpression: false, categories: null };
  const known = unmeasured.get(zone) ?? narrowZone(zone, 0, { among, accepts: () => true });
  unmeasured.set(zone, known);
  return known;
}

/** The zone as one request gets it, sold at `floorMicros` (eCPM) or its own floor, whichever is higher. */
export function narrowZone(
  base: SnapshotZone,
  floorMicros: number,
  { among, accepts }: Pick<Narrowing, 'among' | 'accepts'>,
): SnapshotZone {
  // Field by field, in the order of `makeZone`: a decision finds zones of one shape alone faster.
  return {
    id: base.id,
    propertyId: base.propertyId,
    publisherId: base.publisherId,
    domain: base.domain,
    category: base.category,
    blocks: base.blocks,
    kind: base.kind,
    width: base.width,
    height: base.height,
    floorMicros: Math.max(base.floorMicros, floorMicros),
    revenueShareBps: base.revenueShareBps,
    fallback: base.fallback,
    refusal: base.refusal,
    houseOnly: base.houseOnly,
    publicId: base.publicId,
    size: base.size,
    jsonHead: base.jsonHead,
    narrowing: { base, among, accepts },
    hasPassback: base.hasPassback,
  };
}
