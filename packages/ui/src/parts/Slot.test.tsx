import { fireEvent, screen } from '@testing-library/react';
import { renderUi } from '../testing/renderUi';
import { Slot, SlotThumb } from './Slot';

const size = { width: 300, height: 250 };

test('an image that does not load becomes an outline', () => {
  const { container } = renderUi(<Slot size={size} image="/creatives/1.png" alt="Halden" />);
  const image = screen.getByRole('img');
  expect(image.getAttribute('src')).toBe('/creatives/1.png');
  fireEvent.error(image);
  expect(container.querySelector('[data-outline]')?.getAttribute('aria-label')).toBe('Halden');
});

test('a thumbnail keeps proportions inside its frame', () => {
  const { container } = renderUi(
    <>
      <SlotThumb size={{ width: 970, height: 90 }} box={40} />
      <SlotThumb size={{ width: 160, height: 600 }} box={40} />
    </>,
  );
  const widths = [...container.querySelectorAll<HTMLElement>('.ez-slot')].map((slot) =>
    parseFloat(slot.style.inlineSize),
  );
  expect(widths[0]).toBe(50);
  expect(widths[1]).toBeCloseTo(40 * (160 / 600), 1);
});
