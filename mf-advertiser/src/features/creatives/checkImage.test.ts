import { IMAGE_MAX_BYTES } from '@ezdash/contracts/constants';
import { checkFile, checkPixels } from './checkImage';

test.each([
  ['image/png', IMAGE_MAX_BYTES, null],
  ['image/png', IMAGE_MAX_BYTES + 1, 'heavy'],
  ['image/svg+xml', 10, 'type'],
  ['application/pdf', 10, 'type'],
  ['', 10, 'type'],
])('%s of %i bytes', (type, size, code) => {
  expect(checkFile({ type, size })?.code ?? null).toBe(code);
});

test.each([
  [300, 250, null],
  [600, 500, null],
  [900, 750, 'size'],
  [300, 251, 'size'],
  [1456, 180, null],
])('%i × %i pixels', (width, height, code) => {
  expect(checkPixels(width, height)?.code ?? null).toBe(code);
});
