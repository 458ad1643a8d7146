import { CAMPAIGN_IMPORT, MOST_RELEASE_BYTES, SUPPORT_LIMITS, UPLOADS } from '@ezdash/contracts';
import { pngImage } from '../../../api/src/features/creatives/testImages';
import { mp4Of } from '../../../api/src/features/creatives/testVideo';
import { BUNDLE, PAGE, zipOf } from '../../../api/src/features/creatives/testZip';

interface WorstFile {
  type: string;
  query?: string;
  body: Buffer;
}

/** Behind a beginning of every pattern that looks through bundles there is never an end. */
const PARTS = [
  '<script ',
  'open ( ',
  '.src = ',
  'url( ',
  '@import url( ',
  '\\',
  '<!--',
  '<a b="',
  'srcset=,',
  '<div>',
];
const UNPACKED = 1_900_000;
const CELLS = ['"', ',', "'=", '\r', 'x,', ',\n'];

const filled = (text: string, bytes: number) => Buffer.alloc(bytes, text);
const bundles = PARTS.map((part) =>
  zipOf([
    ...BUNDLE.filter(({ name }) => name !== 'index.html'),
    { name: 'index.html', text: filled(part, UNPACKED / 4).toString() + PAGE },
    ...['html', 'js', 'css'].map((kind) => ({
      name: `second.${kind}`,
      text: filled(part, UNPACKED / 4).toString(),
    })),
  ]),
);
const tinyFiles = zipOf(Array.from({ length: 4_000 }, (_, at) => ({ name: `${at}.html`, text: '<a' })));
const bomb = zipOf([...BUNDLE, { name: 'bomb.js', text: 'a'.repeat(50_000_000), says: 10 }]);
/** 64 million pixels in 150 kB. */
const images = [
  pngImage(8_000, 8_000),
  pngImage(300, 250, { paddingBytes: 140_000 }),
  filled('\xff\xd8', 150_000),
];
const videos = [mp4Of({ paddingBytes: 20_000_000 }), filled('\0\0\0\x08free', 2_000_000)];

const zips = [...bundles, tinyFiles, bomb].map((body) => ({ type: 'application/zip', body }));
const pictures = images.map((body) => ({ type: 'image/png', body }));
const HEADER = 'name,pricing,bid,daily_budget,landing_url\n';
/** As many campaigns as a file may make. */
const VALID = Array.from({ length: 1_000 }, (_, at) => `C ${at},CPM,1.00,10.00,https://example.com/\n`).join(
  '',
);
const campaigns = (query?: string) =>
  [...CELLS.map((cell) => filled(cell, CAMPAIGN_IMPORT.mostBytes - HEADER.length).toString()), VALID].map(
    (rows) => ({
      ...{ type: 'text/csv', query },
      body: Buffer.from(HEADER + rows),
    }),
  );
const parts: WorstFile[] = [
  { type: 'application/octet-stream', query: 'offset=0', body: filled('x', UPLOADS.chunkBytes) },
];
const attachments = ['\0', '%PDF-', 'ä', ',"'].map((text) => ({
  ...{ type: 'text/csv', query: 'name=figures.csv' },
  body: filled(text, SUPPORT_LIMITS.attachmentBytes),
}));
const releases = [{ type: 'application/zip', body: filled('PK\x03\x04', MOST_RELEASE_BYTES) }];
const links = [
  { type: 'application/json', body: Buffer.from(`{"local":${'['.repeat(990_000)}${']'.repeat(990_000)}}`) },
];
const notices = ['[', '{"a":', '"'].map((text) => ({
  type: 'application/json',
  body: filled(text, 256 * 1024),
}));

/** For each route that takes bytes, what makes it work most; the bench fails for one that is not here. */
export const WORST_FILES: Readonly<Record<string, readonly WorstFile[]>> = {
  'POST /api/assets': [...zips, ...pictures, ...videos.map((body) => ({ type: 'video/mp4', body }))],
  'POST /api/v1/assets': pictures,
  'PUT /api/assets/uploads/:id': parts,
  'PUT /api/v1/assets/uploads/:id': parts,
  'POST /api/campaigns/import/preview': campaigns(),
  'POST /api/v1/campaigns/import/preview': campaigns(),
  'POST /api/campaigns/import': campaigns('plan=x'),
  'POST /api/v1/campaigns/import': campaigns('plan=x'),
  'POST /api/support/attachments': attachments,
  'POST /api/operator/conversations/:id/attachments': attachments,
  'POST /api/releases/:remote': releases,
  'POST /api/operator/releases/:remote': releases,
  'POST /api/releases/:remote/override-links': links,
  'POST /api/operator/releases/:remote/override-links': links,
  'POST /webhooks/xero': notices,
  'POST /webhooks/payments/:gateway': notices,
};
