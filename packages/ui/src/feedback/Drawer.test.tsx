import { screen } from '@testing-library/react';
import { renderUi } from '../testing/renderUi';
import { Dialog } from './Dialog';
import { Drawer } from './Drawer';

const layerOf = (name: string) =>
  Number(
    getComputedStyle(
      screen.getByRole('dialog', { name }).closest<HTMLElement>('[style*="--mb-z-index"]') ?? document.body,
    ).getPropertyValue('--mb-z-index'),
  );

test('a question that is asked over a drawer can be answered, whichever was in the page first', () => {
  renderUi(
    <>
      <Dialog opened title="Are you sure?" onClose={() => {}} actions={null}>
        It cannot be undone.
      </Dialog>
      <Drawer opened title="New token" onClose={() => {}}>
        Name
      </Drawer>
    </>,
  );
  expect(layerOf('Are you sure?')).toBeGreaterThan(layerOf('New token'));
  expect(layerOf('New token')).toBeGreaterThan(0);
});
