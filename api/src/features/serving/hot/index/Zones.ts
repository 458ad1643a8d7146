import type { ZoneInput } from '../snapshotInput';
import type { SnapshotZone } from './entries';
import { makeZone } from './makeEntry';
import type { Steps } from './steps';

/** Zones made or changed between two moments at which others may run. */
const SLICE = 200;

/** The zones of the network: they change one by one, in place, whatever their number. */
export class Zones {
  readonly byId = new Map<number, SnapshotZone>();
  readonly byPublicId = new Map<string, SnapshotZone>();
  private readonly byProperty = new Map<number, SnapshotZone[]>();

  static *steps(inputs: readonly ZoneInput[]): Steps<Zones> {
    const zones = new Zones();
    let taken = 0;
    for (const input of inputs) {
      zones.add(makeZone(input));
      taken += 1;
      if (taken % SLICE === 0) yield;
    }
    return zones;
  }

  /** The zones of a property, oldest first. */
  ofProperty(propertyId: number): readonly SnapshotZone[] {
    return this.byProperty.get(propertyId) ?? [];
  }

  /**
   * Some zones as they are now, one after the other; those of `ids` without an input are gone. Before a slice of them
   * changes, `before` hears of it.
   */
  *change(
    ids: readonly number[],
    inputs: readonly ZoneInput[],
    before: (ids: readonly number[]) => void = () => {},
  ): Steps<void> {
    const byId = new Map(inputs.map((input) => [input.id, input]));
    for (let from = 0; from < ids.length; from += SLICE) {
      if (from > 0) yield;
      const slice = ids.slice(from, from + SLICE);
      before(slice);
      for (const id of slice) {
        this.remove(id);
        const input = byId.get(id);
        if (input) this.add(makeZone(input));
      }
    }
  }

  private add(zone: SnapshotZone): void {
    this.byId.set(zone.id, zone);
    this.byPublicId.set(zone.publicId, zone);
    const others = this.byProperty.get(zone.propertyId);
    if (others === undefined) this.byProperty.set(zone.propertyId, [zone]);
    else others.splice(others.findLastIndex(({ id }) => id < zone.id) + 1, 0, zone);
  }

  private remove(id: number): void {
    const zone = this.byId.get(id);
    if (zone === undefined) return;
    this.byId.delete(id);
    this.byPublicId.delete(zone.publicId);
    const others = this.byProperty.get(zone.propertyId);
    others?.splice(others.indexOf(zone), 1);
    if (others?.length === 0) this.byProperty.delete(zone.propertyId);
  }
}
