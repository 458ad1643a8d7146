import { setBootstrap } from './bootstrap';
import { page } from './browser';
import { sessionApi } from './session';
import { makeStore } from './store';

const config = { app_name: 'EzDash', locales: [], broadcaster: null, demo: true, demo_property_url: null };
afterEach(() => {
  setBootstrap(null);
  jest.restoreAllMocks();
});

test.each([
  ['done', 200, [['/']]],
  ['not done', 500, []],
])('a sign-out that was %s', async (_, status, left) => {
  setBootstrap({ config, user: { id: 7 } as never, locale: 'en' });
  const go = jest.spyOn(page, 'go').mockImplementation(() => {});
  globalThis.fetch = (async () => new Response('{}', { status })) as typeof fetch;
  await makeStore().dispatch(sessionApi.endpoints.logout.initiate());
  // A full page load: nothing of the person is left in memory.
  expect(go.mock.calls).toEqual(left);
});
