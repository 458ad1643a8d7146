import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { renderUi } from '../testing/renderUi';
import { type CommandGroup, CommandPalette, findCommands } from './CommandPalette';

const run = jest.fn();
const command = (id: string, label: string, keywords?: string) => ({
  id,
  label,
  keywords,
  onRun: () => run(id),
});
const groups: CommandGroup[] = [
  {
    id: 'go',
    label: 'Go to',
    commands: [command('campaigns', 'Campaigns'), command('funds', 'Funds', 'balance money')],
  },
  { id: 'do', label: 'Do', commands: [command('create', 'Create campaign')] },
];
beforeEach(() => run.mockClear());

test('finds by every word, in names and keywords', () => {
  const ids = (query: string) =>
    findCommands(groups, query).flatMap((group) => group.commands.map(({ id }) => id));
  expect(ids('')).toEqual(['campaigns', 'funds', 'create']);
  expect(ids('camp')).toEqual(['campaigns', 'create']);
  expect(ids('campaign CREATE')).toEqual(['create']);
  expect(ids('money')).toEqual(['funds']);
  expect(ids('zebra')).toEqual([]);
});

test('works with the keyboard alone', async () => {
  const onClose = jest.fn();
  renderUi(<CommandPalette opened onClose={onClose} groups={groups} />);
  const field = await screen.findByRole('combobox');
  await userEvent.type(field, 'camp');
  expect(screen.getByRole('option', { selected: true }).textContent).toBe('Campaigns');
  await userEvent.keyboard('{ArrowDown}');
  expect(screen.getByRole('option', { selected: true }).textContent).toBe('Create campaign');
  expect(field.getAttribute('aria-activedescendant')).toBe(screen.getByRole('option', { selected: true }).id);
  await userEvent.keyboard('{ArrowDown}{ArrowUp}{Enter}');
  expect(run).toHaveBeenCalledWith('create');
  expect(onClose).toHaveBeenCalled();
});

test('says what was not found and what to try', async () => {
  renderUi(<CommandPalette opened onClose={() => {}} groups={groups} />);
  await userEvent.type(await screen.findByRole('combobox'), 'zebra');
  expect(screen.getByText(/Nothing called “zebra”/)).toBeTruthy();
});
