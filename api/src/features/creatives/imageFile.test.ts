import { AD_SIZES, IMAGE_MAX_BYTES } from '@ezdash/contracts';
import { detectType, inspectImage, nominalSize } from './imageFile';
import { gifImage, jpegImage, pngImage, webpImage } from './testImages';

test.each([
  ['image/png', pngImage(300, 250)],
  ['image/gif', gifImage(300, 250)],
  ['image/webp', webpImage(300, 250)],
  ['image/jpeg', jpegImage(300, 250)],
])('%s is known by its bytes and measured', (type, bytes) => {
  expect(detectType(bytes)).toBe(type);
  expect(inspectImage(bytes, type)).toMatchObject({
    ok: true,
    image: { contentType: type, size: { width: 300, height: 250 } },
  });
});

test('a JPEG that is shown turned is measured as it is shown', () => {
  expect(inspectImage(jpegImage(600, 160, 6), 'image/jpeg')).toMatchObject({
    ok: true,
    image: { size: { width: 160, height: 600 } },
  });
});

test.each(AD_SIZES.map((size) => [size]))('%j is sold, and so is a picture of twice its pixels', (size) => {
  expect(nominalSize(size.width, size.height)).toBe(size);
  expect(nominalSize(size.width * 2, size.height * 2)).toBe(size);
  expect(nominalSize(size.width + 1, size.height)).toBeNull();
});

const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="300" height="250"></svg>');
test.each([
  ['an empty file', Buffer.alloc(0), 'image/png', 'The file is empty. Choose an image'],
  [
    'text',
    Buffer.from('hello, world'),
    'image/png',
    'This is not an image we can show. Use PNG, JPEG, GIF or WebP',
  ],
  [
    'SVG, which can carry scripts',
    svg,
    'image/svg+xml',
    'SVG images can carry scripts, so we take none. Save it as PNG, JPEG, GIF or WebP',
  ],
  [
    'HTML under an image type',
    Buffer.from('<!doctype html><script>'),
    'image/gif',
    'This is not an image we can show. Use PNG, JPEG, GIF or WebP',
  ],
  ['a wrong type', pngImage(300, 250), 'image/jpeg', 'The file is a PNG image but was sent as JPEG'],
  [
    'an unknown type',
    pngImage(300, 250),
    'text/html',
    'The file is a PNG image but was sent as another type',
  ],
  [
    'half a PNG',
    pngImage(300, 250).subarray(0, 60),
    'image/png',
    'The image is cut off or damaged. Save it again',
  ],
  [
    'a PNG without a header',
    pngImage(300, 250).subarray(0, 8),
    'image/png',
    'The image is cut off or damaged. Save it again',
  ],
  [
    'half a WebP',
    webpImage(300, 250).subarray(0, 30),
    'image/webp',
    'The image is cut off or damaged. Save it again',
  ],
  [
    'a JPEG without an end',
    jpegImage(300, 250).subarray(0, -2),
    'image/jpeg',
    'The image is cut off or damaged. Save it again',
  ],
])('%s is refused with a sentence', (_title, bytes, type, problem) => {
  expect(inspectImage(bytes, type)).toEqual({ ok: false, problem });
});

test('a wrong size lists the right ones', () => {
  const answer = inspectImage(pngImage(301, 250), 'image/png');
  expect(answer).toMatchObject({ ok: false });
  expect(JSON.stringify(answer)).toContain('301×250 pixels. Use one of these sizes: 970×250, ');
});

test('the weight ends at the limit', () => {
  const bare = pngImage(300, 250).length + 12;
  const image = (byteCount: number) => pngImage(300, 250, { paddingBytes: byteCount - bare });
  expect(image(IMAGE_MAX_BYTES)).toHaveLength(IMAGE_MAX_BYTES);
  expect(inspectImage(image(IMAGE_MAX_BYTES), 'image/png').ok).toBe(true);
  expect(inspectImage(image(IMAGE_MAX_BYTES + 1), 'image/png')).toEqual({
    ok: false,
    problem: 'The image has 151 kB, the most is 150 kB. Save it smaller',
  });
});
