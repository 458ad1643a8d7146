import { KEY_VARIABLE, serverCall, serveUrl, tagText, vastUrl } from './tagText';

const zone = { id: 'z_0b5k', width: 728, height: 90 };

test('the tag is the script once and the slot with its size reserved', () => {
  expect(tagText(zone, 'https://ads.example/tag.js')).toBe(
    '<script async src="https://ads.example/tag.js"></script>\n\n' +
      '<ins class="ez-ad" data-zone="z_0b5k" style="display:block; width:728px; height:90px"></ins>',
  );
});

test('the JSON address lies on the host of the tag', () => {
  expect(serveUrl('z_0b5k', 'https://ads.example/tag.js')).toBe('https://ads.example/serve?zones=z_0b5k');
  expect(serveUrl('z_0b5k', '/tag.js')).toBe(`${window.location.origin}/serve?zones=z_0b5k`);
});

test('a server shows its key and names the visitor', () => {
  const call = serverCall('z_1', 'https://ads.example/tag.js', KEY_VARIABLE);
  expect(call.split(' \\\n  ')).toEqual([
    'curl "https://ads.example/serve?zones=z_1"',
    '-H "X-Server-Key: $SERVER_KEY"',
    '-H "X-Device-IP: 203.0.113.9"',
    expect.stringContaining('-H "X-Device-User-Agent: Mozilla/5.0'),
    '-H "X-Device-Accept-Language: de-AT,de;q=0.9"',
  ]);
});

test('a slot that is as wide as its place says so, its height is reserved all the same', () => {
  expect(tagText({ id: 'z_1', width: 0, height: 120 }, 'https://ads.example/tag.js')).toContain(
    'style="display:block; width:100%; height:120px"',
  );
});

test('players find a video zone beside the tag', () => {
  expect(vastUrl('z_1', 'https://ads.example/tag.js')).toBe('https://ads.example/vast/z_1');
});
