import { createFormat } from '@ezdash/ui';
import { boundsTexts } from './boundsTexts';

const en = createFormat({ locale: 'en', timezone: 'UTC' });
const de = createFormat({ locale: 'de', timezone: 'UTC' });

test.each([
  ['the digits of its figure', en, 0.0095, 0.01524, 2, ['0.95', '1.52%']],
  ['the language of the page', de, 0.0095, 0.01524, 2, ['0,95', '1,52\u00a0%']],
  ['finer digits where both ends would read alike', en, 0.71491, 0.71514, 1, ['71.49', '71.51%']],
  ['finer digits, to an end', en, 0.714999, 0.715001, 1, ['71.500', '71.500%']],
  ['nothing and all', en, 0, 1, 1, ['0.0', '100.0%']],
] as const)('an interval has %s', (_what, format, low, high, digits, [first, last]) => {
  expect(boundsTexts(format, { low, high }, digits)).toEqual({ low: first, high: last });
});
