import { ANYBODY } from './index/among';
import type { Among, Narrowing, SnapshotZone } from './index/entries';

/** Zones for those who ask alike: made once for as long as a zone is as it is. */
function zonesFor(among: Among): (zone: SnapshotZone) => SnapshotZone {
  const known = new WeakMap<SnapshotZone, SnapshotZone>();
  return (zone) => {
    const narrowed = known.get(zone) ?? narrowZone(zone, 0, { among, accepts: () => true });
    known.set(zone, narrowed);
    return narrowed;
  };
}

/** The zone as whoever gets it does not measure what is shown there. */
export const unmeasuredZone = zonesFor({ ...ANYBODY, unmeasured: true });
/** The same for a player, which cannot count how often somebody saw an ad either. */
export const playerZone = zonesFor({ ...ANYBODY, unmeasured: true, uncapped: true });

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
