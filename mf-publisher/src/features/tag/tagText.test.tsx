import { serveUrl, tagText } from './tagText';

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
