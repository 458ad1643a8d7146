import type { Asset, NativeParts } from '@ezdash/contracts';
import { fireEvent, screen } from '@testing-library/react';
import { renderUi } from '../testing/renderUi';
import { CreativeView } from './CreativeView';
import { creativePicture, creativeShape } from './creativePicture';

const stored = { id: 'a_1', content_type: 'x', bytes: 9 };
const NATIVE: NativeParts = {
  title: '<b>Grip</b> for roots',
  body: 'Two hundred routes.',
  call_to_action: 'Find trails',
  sponsored_by: 'Halden',
  image: { asset_id: 'a_2', url: '/creatives/p.png', width: 1200, height: 628 },
  icon: null,
  click_chain: null,
};
const html5: Asset = {
  ...stored,
  url: '/creatives/x/index.html',
  width: 300,
  height: 600,
  format: 'html5',
  parts: { files: 3, click_chain: null },
};
const native: Asset = { ...stored, url: '', width: 0, height: 0, format: 'native', parts: NATIVE };
const image: Asset = {
  ...stored,
  url: '/creatives/x.png',
  width: 300,
  height: 250,
  format: 'image',
  parts: null,
};

test('HTML5 runs without an origin, opens nothing, and is drawn to scale', () => {
  renderUi(<CreativeView asset={html5} alt="Grip" width={150} broken={null} />);
  const frame = screen.getByTitle('Grip');
  expect(frame.getAttribute('sandbox')).toBe('allow-scripts');
  expect(frame.style.transform).toBe('scale(0.5)');
});

test('a native ad is its words, marked as an ad, and no markup', () => {
  renderUi(<CreativeView asset={native} alt="" broken={null} />);
  expect(screen.getByText('<b>Grip</b> for roots')).toBeTruthy();
  expect(screen.getByText('Ad')).toBeTruthy();
  expect(screen.getByText('Halden')).toBeTruthy();
});

test('the call stands at the far end of the ad, whatever its own direction', () => {
  const hebrew: Asset = { ...native, parts: { ...NATIVE, call_to_action: 'לחנות' } };
  renderUi(<CreativeView asset={hebrew} alt="" broken={null} />);
  const call = screen.getByText('לחנות');
  expect(call.dir).toBe('auto');
  // The box that is moved to the end goes by the ad's direction.
  expect(call.parentElement?.tagName).toBe('EM');
  expect(call.parentElement?.hasAttribute('dir')).toBe(false);
});

test('a file that is gone makes way for a sentence', () => {
  renderUi(<CreativeView asset={image} alt="Grip" broken={<p>gone</p>} />);
  fireEvent.error(screen.getByRole('img', { name: 'Grip' }));
  expect(screen.getByText('gone')).toBeTruthy();
});

test('in a list a native ad is its picture, words have none', () => {
  expect([image, native, html5].map(creativePicture)).toEqual(['/creatives/x.png', '/creatives/p.png', null]);
  expect(creativeShape(native)).toMatchObject({ width: 1200, height: 628 });
  expect(creativeShape(html5)).toMatchObject({ width: 300, height: 600 });
});
