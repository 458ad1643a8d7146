import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderApp, userOf } from '../../testing/renderApp';

const path = '/advertiser/dashboard';
const answers = {
  'GET /api/campaigns': { campaigns: [] },
  'GET /api/advertiser/dashboard': { balance_micros: 0, bonus_micros: 0, days_left: null },
};

test('the last 30 days can be chosen, and stay marked', async () => {
  await renderApp({ path, user: userOf('advertiser'), answers });
  const person = userEvent.setup();
  const open = async () => person.click(await screen.findByRole('button', { name: /Days shown/ }));
  await open();
  await person.click(await screen.findByRole('button', { name: 'Last 30 days' }));
  expect((await screen.findByRole('button', { name: /Days shown/ })).getAttribute('aria-label')).toContain(
    '30 days',
  );
  await open();
  const pressed = async (name: string) =>
    (await screen.findByRole('button', { name })).getAttribute('aria-pressed');
  expect([await pressed('Last 30 days'), await pressed('Last 28 days')]).toEqual(['true', 'false']);
});
