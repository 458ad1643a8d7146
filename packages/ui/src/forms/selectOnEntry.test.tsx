import { Select } from '@mantine/core';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { renderUi } from '../testing/renderUi';

function Zones() {
  const [zone, setZone] = useState<string | null>('UTC');
  return (
    <Select
      label="Time zone"
      data={['UTC', 'Europe/Berlin', 'Europe/Vienna']}
      searchable
      value={zone}
      onChange={setZone}
    />
  );
}

const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Time zone' });

test('what is typed after a click takes the place of what is chosen', async () => {
  const user = userEvent.setup();
  renderUi(<Zones />);
  await user.click(field());
  await user.keyboard('Berlin');
  expect(field().value).toBe('Berlin');
  expect(screen.queryByRole('option', { name: 'Europe/Berlin' })).not.toBeNull();
});

test('and once more after a choice, while the field still has the focus', async () => {
  const user = userEvent.setup();
  renderUi(<Zones />);
  await user.click(field());
  await user.keyboard('Berlin{ArrowDown}{Enter}');
  expect(field().value).toBe('Europe/Berlin');
  await user.click(field());
  await user.keyboard('Vienna');
  expect(field().value).toBe('Vienna');
});

test('within what was typed the caret goes where the press puts it', async () => {
  const user = userEvent.setup();
  renderUi(<Zones />);
  await user.tab();
  await user.keyboard('Eurpe');
  await user.pointer({ keys: '[MouseLeft]', target: field(), offset: 3 });
  await user.keyboard('o');
  expect(field().value).toBe('Europe');
});
