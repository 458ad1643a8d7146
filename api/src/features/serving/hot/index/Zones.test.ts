import { snapshotInput, zoneInput } from '../testFixtures';
import { seeded } from '../testMarket';
import { buildSnapshot } from './buildSnapshot';
import { finish } from './steps';

const built = (inputs: ReturnType<typeof zoneInput>[]) =>
  buildSnapshot(snapshotInput([], { zones: inputs })).zones;
const shown = (zones: ReturnType<typeof built>) => ({
  byId: new Map([...zones.byId].sort(([a], [b]) => a - b)),
  byPublicId: new Map([...zones.byPublicId].sort(([a], [b]) => a.localeCompare(b))),
  ofProperty: [1, 2, 3, 4].map((id) => zones.ofProperty(id)),
});

test('changed one by one they are what they were if built anew, over random changes', () => {
  const random = seeded(7);
  const inputs = new Map<number, ReturnType<typeof zoneInput>>();
  const zones = built([]);
  for (let step = 0; step < 300; step += 1) {
    const ids = Array.from({ length: 1 + (step % 4) }, () => 1 + Math.floor(random() * 30));
    for (const id of ids)
      if (random() < 0.3) inputs.delete(id);
      else
        inputs.set(
          id,
          zoneInput({
            id,
            propertyId: 1 + Math.floor(random() * 4),
            floorMicros: Math.floor(random() * 9) * 1_000,
          }),
        );
    const found = [...new Set(ids)].flatMap((id) => inputs.get(id) ?? []);
    finish(zones.change(ids, found));
    expect(shown(zones)).toEqual(shown(built([...inputs.values()].sort((a, b) => a.id - b.id))));
  }
});
