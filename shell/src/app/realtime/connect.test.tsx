import { makeStore } from '@ezdash/store';
import { connect, FETCH_AGAIN_MS } from './connect';
import { setTransport } from './loadTransport';

const broadcaster = { key: 'k', host: 'live.test', port: 443, scheme: 'https' } as const;

beforeEach(() => {
  jest.useFakeTimers();
  jest.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  setTransport(null);
  jest.useRealTimers();
  jest.restoreAllMocks();
});

/** A connection whose code does not come for the first `lost` times. */
function page(lost: number, isSignedIn = true) {
  const store = makeStore();
  let tries = 0;
  setTransport(({ onLive }) => {
    tries += 1;
    if (tries <= lost) throw new Error('The chunk did not come');
    onLive();
    return {
      transport: { join: () => ({ leave: () => undefined, whisper: () => undefined }) },
      close: () => undefined,
    };
  });
  const end = connect({ store, broadcaster, isSignedIn, onAnew: () => undefined });
  return { end, status: () => store.getState().realtime.status, tries: () => tries };
}

test('when the code of the connection does not come, it is fetched again, later each time', async () => {
  const { end, status, tries } = page(2);
  expect(status()).toBe('connecting');
  await jest.advanceTimersByTimeAsync(3_000);
  expect([status(), tries()]).toEqual(['off', 1]);
  await jest.advanceTimersByTimeAsync(FETCH_AGAIN_MS);
  expect([status(), tries()]).toEqual(['off', 2]);
  await jest.advanceTimersByTimeAsync(FETCH_AGAIN_MS);
  expect(tries()).toBe(2);
  await jest.advanceTimersByTimeAsync(FETCH_AGAIN_MS);
  expect([status(), tries()]).toEqual(['live', 3]);
  end();
});

test('a page that has gone fetches nothing any more, and says nothing of it', async () => {
  const { end, status, tries } = page(9);
  await jest.advanceTimersByTimeAsync(3_000);
  end();
  await jest.advanceTimersByTimeAsync(100 * FETCH_AGAIN_MS);
  expect([status(), tries()]).toEqual(['off', 1]);
});

test('a guest is connected when the page has long been there', async () => {
  const { end, status, tries } = page(0, false);
  await jest.advanceTimersByTimeAsync(4_900);
  expect([status(), tries()]).toEqual(['connecting', 0]);
  await jest.advanceTimersByTimeAsync(3_200);
  expect([status(), tries()]).toEqual(['live', 1]);
  end();
});
