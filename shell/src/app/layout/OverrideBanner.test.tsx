import { screen, within } from '@testing-library/react';
import { renderApp, userOf } from '../../testing/renderApp';

const NAME = 'Releases of this browser alone';

test('nobody else has it', async () => {
  await renderApp({ path: '/no/such/page', user: userOf('advertiser') });
  await screen.findByRole('heading', { name: 'No such page' });
  expect(screen.queryByRole('region', { name: NAME })).toBeNull();
});

test.each(['/no/such/page', '/'])(
  'at %s it says which releases are given, and gives them back',
  async (path) => {
    await renderApp({
      path,
      registry: (made) =>
        Object.fromEntries(
          Object.entries(made).map(([name, entry]) => [
            name,
            name === 'mf-advertiser' ? { ...entry, version: '1.2.0-preview', override: true } : entry,
          ]),
        ),
    });
    const line = await screen.findByRole('region', { name: NAME });
    expect(line.textContent).toContain('You are using mf-advertiser 1.2.0-preview. Others are not.');
    const stop = within(line).getByRole('link', { name: 'Stop' });
    expect(stop.getAttribute('href')).toBe('/remotes/override?off');
  },
);
