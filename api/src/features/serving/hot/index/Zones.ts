import type { ZoneInput } from '../snapshotInput';
import type { SnapshotZone } from './entries';
import { makeZone } from './makeEntry';
import type { Steps } from './steps';

/** Zones made between two moments at which others may run. */
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

  /** Some zones as they are now; those of `ids` without an input are gone. */
  change(ids: Iterable<number>, inputs: readonly ZoneInput[]): void {
    for (const id of ids) this.remove(id);
    for (const input of inputs) this.add(makeZone(input));
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
