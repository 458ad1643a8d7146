import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { LinkProps } from '../parts/AppLink';
import { renderUi } from '../testing/renderUi';
import { AppFrame } from './AppFrame';

function RouterLink({ children, ...props }: LinkProps) {
  return (
    <a data-router {...props}>
      {children}
    </a>
  );
}

const frame = (onSearch = () => {}) => (
  <AppFrame
    homeHref="/advertiser/dashboard"
    onSearch={onSearch}
    LinkComponent={RouterLink}
    navigation={[
      {
        id: 'work',
        items: [
          { href: '/advertiser/dashboard', label: 'Dashboard', icon: 'dashboard', current: true },
          { href: '/advertiser/x', label: 'Newer', icon: 'an icon of a newer release' },
        ],
      },
    ]}
  >
    <h1>Dashboard</h1>
  </AppFrame>
);

test('one banner, one main, links through the router, the open page marked', () => {
  renderUi(frame());
  screen.getByRole('banner');
  expect(screen.getByRole('main').id).toBe('main');
  const link = screen.getByRole('link', { name: 'Dashboard' });
  expect(link.getAttribute('aria-current')).toBe('page');
  expect(link.hasAttribute('data-router')).toBe(true);
  expect(screen.getByRole('link', { name: 'Skip to content' }).getAttribute('href')).toBe('#main');
});

test('the drawer has the same navigation and closes when a page is chosen', async () => {
  renderUi(frame());
  await userEvent.click(screen.getByRole('button', { name: 'Open menu' }));
  const drawer = await screen.findByRole('dialog', { name: 'Menu' });
  const link = within(drawer).getByRole('link', { name: 'Newer' });
  link.addEventListener('click', (event) => event.preventDefault());
  await userEvent.click(link);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('Ctrl+K opens the search from anywhere', async () => {
  const onSearch = jest.fn();
  renderUi(frame(onSearch));
  await userEvent.keyboard('{Control>}k{/Control}');
  expect(onSearch).toHaveBeenCalledTimes(1);
});
