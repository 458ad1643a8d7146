import { createLook } from './look';

beforeEach(() => {
  jest.useFakeTimers();
  jest.spyOn(Math, 'random').mockReturnValue(0.5);
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

/** An `ask` that is under way until it is told to end. */
function fakeAsk() {
  const asked: (number | undefined)[] = [];
  let end: () => void = () => undefined;
  const ask = (revision: number | undefined) => {
    asked.push(revision);
    return new Promise<void>((resolve) => {
      end = resolve;
    });
  };
  return { ask, asked, end: () => end() };
}

test('it asks at a moment within what it is given, and at once for none', async () => {
  const { ask, asked, end } = fakeAsk();
  const look = createLook(ask);
  look.within(4_000, 7);
  await jest.advanceTimersByTimeAsync(1_999);
  expect(asked).toEqual([]);
  await jest.advanceTimersByTimeAsync(1);
  expect(asked).toEqual([7]);
  end();
  await jest.advanceTimersByTimeAsync(0);
  look.within(0, 8);
  await jest.advanceTimersByTimeAsync(0);
  expect(asked).toEqual([7, 8]);
});

test('several that come before it asks are one, at the soonest moment, for the newest', async () => {
  const { ask, asked } = fakeAsk();
  const look = createLook(ask);
  look.within(10_000);
  look.within(0, 9);
  look.within(8_000, 8);
  await jest.advanceTimersByTimeAsync(0);
  expect(asked).toEqual([9]);
  await jest.advanceTimersByTimeAsync(20_000);
  expect(asked).toEqual([9]);
});

test('several that come while it asks are one more, afterwards', async () => {
  const { ask, asked, end } = fakeAsk();
  const look = createLook(ask);
  look.within(0, 1);
  await jest.advanceTimersByTimeAsync(0);
  look.within(0, 2);
  look.within(0, 3);
  await jest.advanceTimersByTimeAsync(1_000);
  expect(asked).toEqual([1]);
  end();
  await jest.advanceTimersByTimeAsync(0);
  expect(asked).toEqual([1, 3]);
  end();
  await jest.advanceTimersByTimeAsync(20_000);
  expect(asked).toEqual([1, 3]);
});

test('nothing is asked once it has stopped', async () => {
  const { ask, asked } = fakeAsk();
  const look = createLook(ask);
  look.within(1_000);
  look.stop();
  await jest.advanceTimersByTimeAsync(5_000);
  expect(asked).toEqual([]);
});
