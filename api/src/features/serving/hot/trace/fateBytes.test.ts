import { FATES } from '@ezdash/contracts';
import { CampaignSlots } from './FateTally';
import { decodeFates, encodeFates, FATES_HEAD, makeView } from './fateBytes';

const encode = (...indexes: [number, number][][]) => {
  const slots = new CampaignSlots();
  const parts = indexes.flatMap((entries) => {
    const view = makeView({ campaigns: entries.map(([id]) => ({ id })) }, slots);
    return encodeFates(
      view,
      Uint8Array.from(entries, ([, fate]) => fate),
    );
  });
  return Buffer.concat([FATES_HEAD, ...parts]);
};

test.each([
  ['near one another', [7, 3, 5, 4]],
  ['far apart', [2_000_000_000, 3, 128, 127, 16_384]],
])('fates come back with the ids they belong to, which lie %s', (_, ids) => {
  const entries = ids.map((id, index): [number, number] => [id, index + 1]);
  expect([...decodeFates(encode(entries)).entries()]).toEqual([...entries].sort(([a], [b]) => a - b));
});

test('of two indexes the fate counts that is one; who was removed has none', () => {
  const bytes = encode(
    [
      [1, FATES.outbid],
      [2, 0],
    ],
    [[2, FATES.won]],
  );
  expect([...decodeFates(bytes).entries()]).toEqual([
    [1, FATES.outbid],
    [2, FATES.won],
  ]);
  expect([...decodeFates(encode([])).entries()]).toEqual([]);
});

test('what is cut short or of another version is refused', () => {
  const bytes = encode([
    [300, 1],
    [900, 2],
  ]);
  expect(() => decodeFates(bytes.subarray(0, 4))).toThrow('end too early');
  expect(() => decodeFates(Buffer.from([9, 0]))).toThrow('another version');
});
