import { fireEvent, screen } from '@testing-library/react';
import { renderUi } from '../testing/renderUi';
import { Bell } from './Bell';
import { LiveLine } from './LiveLine';

const real = window.matchMedia;
afterEach(() => {
  window.matchMedia = real;
});

function show(opened: boolean, onOpenedChange = jest.fn()) {
  renderUi(
    <Bell
      label="Notices, 3 unread"
      count="3"
      title="Notices"
      opened={opened}
      onOpenedChange={onOpenedChange}
      foot={<a href="/settings/alerts">Settings</a>}
    >
      <p>Nothing new</p>
    </Bell>,
  );
  return onOpenedChange;
}

test('closed, it is a button that says what the number means', () => {
  const onOpenedChange = show(false);
  const button = screen.getByRole('button', { name: 'Notices, 3 unread' });
  expect(button.getAttribute('aria-expanded')).toBe('false');
  expect(screen.queryByRole('dialog')).toBeNull();
  fireEvent.click(button);
  expect(onOpenedChange).toHaveBeenCalledWith(true);
});

test.each([
  ['a panel', false],
  ['on a phone a sheet', true],
])('opened, %s with a name, what it holds, and its foot', async (_, narrow) => {
  window.matchMedia = (media) => ({ ...real(media), matches: narrow });
  show(true);
  const dialog = await screen.findByRole('dialog', { name: 'Notices' });
  expect(dialog.textContent).toBe('NoticesNothing newSettings');
  expect(dialog.closest('.mantine-Drawer-root') !== null).toBe(narrow);
});

test('the place of a lost connection’s line is there before it says anything', () => {
  const { container, rerender } = renderUi(<LiveLine text={null} />);
  const place = container.querySelector('[aria-live="polite"]');
  expect(place?.textContent).toBe('');
  rerender(<LiveLine text="Connection lost" />);
  expect(place?.querySelector('[role="status"]')?.textContent).toBe('Connection lost');
});
