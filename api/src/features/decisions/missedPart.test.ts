import { missedPart } from './missedPart';

test.each([
  ['the middle of a step', [{ gap: 2, decisions: 60 }], 0.075],
  [
    'as many decisions, as much weight',
    [
      { gap: 1, decisions: 300 },
      { gap: 5, decisions: 100 },
    ],
    (3 * 0.025 + 0.75) / 4,
  ],
  ['the last step has no middle: where it begins', [{ gap: 7, decisions: 9 }], 2],
  ['nothing was lost', [], 0],
])('%s', (_what, counts, part) => {
  expect(missedPart(counts)).toBeCloseTo(part, 12);
});
