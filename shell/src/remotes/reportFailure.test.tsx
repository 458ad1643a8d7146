import type { RemoteFailure } from '@ezdash/contracts';
import { setBootstrap } from '@ezdash/store';
import { reportFailure } from './reportFailure';

const config = { app_name: 'EzDash', locales: [], broadcaster: null, demo: true, demo_property_url: null };
const failure: RemoteFailure = {
  remote: 'mf-advertiser',
  module: 'App',
  version: '2.0.0',
  phase: 'load',
  message: 'x'.repeat(600),
  fellBackTo: '1.0.0',
};

const sent: unknown[] = [];
const real = globalThis.fetch;
beforeEach(() => {
  sent.length = 0;
  globalThis.fetch = async (_, options) => {
    sent.push(JSON.parse(String(options?.body)));
    return new Response(null, { status: 204, headers: { 'X-Request-Id': `call ${sent.length}` } });
  };
});
afterEach(() => {
  globalThis.fetch = real;
  setBootstrap(null);
});

test('a failure is told once for a release and a phase, with the ticket of the page', async () => {
  setBootstrap({ config, user: null, locale: 'en', page_ticket: 'signed' });
  const ids = [reportFailure(failure), reportFailure({ ...failure, module: 'Tool', message: 'again' })];
  reportFailure({ ...failure, phase: 'render' });
  reportFailure({ ...failure, version: '2.0.1' });
  expect(sent).toEqual([
    { ...failure, message: 'x'.repeat(500), ticket: 'signed' },
    { ...failure, message: 'x'.repeat(500), ticket: 'signed', phase: 'render' },
    { ...failure, message: 'x'.repeat(500), ticket: 'signed', version: '2.0.1' },
  ]);
  expect(await Promise.all(ids)).toEqual(['call 1', 'call 1']);
});

test('a page without a ticket tells it without one', () => {
  reportFailure({ ...failure, version: '3.0.0', message: 'broken' });
  expect(sent).toEqual([{ ...failure, version: '3.0.0', message: 'broken' }]);
});

test('what does not arrive has no id, and breaks nothing', async () => {
  const warned = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
  expect(await reportFailure({ ...failure, version: '4.0.0' })).toBeNull();
  expect(warned).toHaveBeenCalledTimes(1);
  warned.mockRestore();
});
