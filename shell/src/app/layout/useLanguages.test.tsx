import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { config, renderApp } from '../../testing/renderApp';

const PSEUDO = { code: 'en-XA', name: 'Pseudo-English (for testers)' };
const page = { config: { ...config, locales: [...config.locales, PSEUDO] } };
const pseudo = { locale: 'en-XA', dir: 'ltr', translations: {} };

beforeEach(() => window.localStorage.clear());

async function offered(name: RegExp) {
  await userEvent.click(await screen.findByRole('button', { name }));
  const items = await screen.findAllByRole('menuitemradio', { hidden: true });
  return items.map((item) => item.textContent);
}

test('the pseudo-locale is offered to nobody who does not test', async () => {
  await renderApp({ path: '/no/such/page', page });
  expect(await offered(/^Language/)).toEqual(['English', 'Deutsch']);
});

test('with debug=true it is there', async () => {
  await renderApp({ path: '/no/such/page?debug=true', page });
  expect(await offered(/^Language/)).toContain(PSEUDO.name);
});

test('who has it finds it, and the way back', async () => {
  window.localStorage.setItem('selectedLocale', 'en-XA');
  await renderApp({ path: '/no/such/page', page, answers: { 'GET /api/translations/en-XA': pseudo } });
  expect(await offered(/^Language/)).toEqual(['English', 'Deutsch', PSEUDO.name]);
});
