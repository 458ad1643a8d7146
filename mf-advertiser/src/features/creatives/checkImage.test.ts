import { HTML5, IMAGE_MAX_BYTES, VIDEO } from '@ezdash/contracts/constants';
import { checkFile, checkPixels } from './checkImage';

test.each([
  ['image/png', IMAGE_MAX_BYTES, null],
  ['image/png', IMAGE_MAX_BYTES + 1, 'heavy'],
  ['image/svg+xml', 10, 'type'],
  ['application/pdf', 10, 'type'],
  ['', 10, 'type'],
  ['application/zip', HTML5.mostZipBytes, null],
  ['application/zip', HTML5.mostZipBytes + 1, 'heavyFile'],
  ['video/mp4', VIDEO.mostBytes, null],
  ['video/mp4', VIDEO.mostBytes + 1, 'heavyFile'],
  ['video/quicktime', 10, 'type'],
])('%s of %i bytes', (type, size, code) => {
  expect(checkFile({ type, size, name: 'ad' })?.code ?? null).toBe(code);
});

test('an archive is known by its name where the system does not know its type', () => {
  expect(checkFile({ type: '', size: 10, name: 'Ad.ZIP' })).toBeNull();
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
