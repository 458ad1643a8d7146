import { countryOf, type Origin } from './region';

/** Visitors that are remembered; beyond them all is forgotten, and found out anew. */
const MOST = 65_536;
const DEVICES = 8;

/** What a zone's campaigns tell apart of a visitor, in the order in which the explanation asks. */
export interface MissedVisitor {
  origin: Origin;
  device: number;
  /** `ClientSets.keyOf` */
  client: number;
  language: number;
}

/** By which of its steps an explanation found nobody left. */
export const MISS = { country: 0, region: 1, device: 2, client: 3, language: 4 } as const;
export type Miss = (typeof MISS)[keyof typeof MISS];

/**
 * What a step has gone by: of who falls out by the country nothing else matters, so that one visitor tells of all of
 * the country.
 */
function keyOf(step: Miss, { origin, device, client, language }: MissedVisitor): number | string {
  switch (step) {
    case MISS.country:
      return countryOf(origin);
    case MISS.region:
      return origin;
    case MISS.device:
      return origin * DEVICES + device;
    case MISS.client:
      return `${origin}/${client}`;
    case MISS.language:
      return `${origin}/${client}/${language}`;
  }
}

type Steps = (Set<number | string> | undefined)[];

/**
 * Who visits a zone without suiting anybody's targeting, and by which step of the explanation the last ones fell out.
 * Good as long as the index lives: it only loses campaigns.
 */
export class Misses {
  private readonly byZone = new Map<number, Steps>();
  private count = 0;

  /** The step at which such a visitor of the zone is known to suit nobody; undefined when it is not known. */
  find(zoneId: number, visitor: () => MissedVisitor): Miss | undefined {
    const steps = this.byZone.get(zoneId);
    // Most zones have somebody for everybody.
    if (steps === undefined) return undefined;
    const known = visitor();
    for (let step: Miss = MISS.country; step <= MISS.language; step += 1)
      if (steps[step]?.has(keyOf(step as Miss, known))) return step as Miss;
    return undefined;
  }

  note(zoneId: number, step: Miss, visitor: MissedVisitor): void {
    if (this.count >= MOST) {
      this.byZone.clear();
      this.count = 0;
    }
    const steps = this.byZone.get(zoneId) ?? [];
    this.byZone.set(zoneId, steps);
    const visitors = steps[step] ?? new Set();
    steps[step] = visitors;
    const before = visitors.size;
    visitors.add(keyOf(step, visitor));
    this.count += visitors.size - before;
  }

  /** Visitors and zones that are remembered. */
  get size(): number {
    return this.count;
  }

  /** The zone has changed. */
  forget(zoneId: number): void {
    for (const visitors of this.byZone.get(zoneId) ?? []) this.count -= visitors?.size ?? 0;
    this.byZone.delete(zoneId);
  }
}
