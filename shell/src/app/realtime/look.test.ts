import { AGAIN_MS, createLook } from './look';

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
  let end: (isAnswered: boolean) => void = () => undefined;
  const ask = (revision: number | undefined) => {
    asked.push(revision);
    return new Promise<boolean>((resolve) => {
      end = resolve;
    });
  };
  return { ask, asked, end: (isAnswered = true) => end(isAnswered) };
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

test('without an answer it asks again, later each time, until there is one', async () => {
  const { ask, asked, end } = fakeAsk();
  const look = createLook(ask);
  look.within(0, 3);
  await jest.advanceTimersByTimeAsync(0);
  end(false);
  await jest.advanceTimersByTimeAsync(AGAIN_MS);
  expect(asked).toEqual([3, 3]);
  end(false);
  await jest.advanceTimersByTimeAsync(2 * AGAIN_MS - 1);
  expect(asked).toHaveLength(2);
  await jest.advanceTimersByTimeAsync(1);
  expect(asked).toHaveLength(3);
  end(true);
  await jest.advanceTimersByTimeAsync(10 * AGAIN_MS);
  expect(asked).toHaveLength(3);
});

test('it does not ask again once it has stopped, and what is told meanwhile is not put off', async () => {
  const { ask, asked, end } = fakeAsk();
  const look = createLook(ask);
  look.within(0, 3);
  await jest.advanceTimersByTimeAsync(0);
  look.within(0, 4);
  end(false);
  await jest.advanceTimersByTimeAsync(0);
  expect(asked).toEqual([3, 4]);
  look.stop();
  end(false);
  await jest.advanceTimersByTimeAsync(10 * AGAIN_MS);
  expect(asked).toEqual([3, 4]);
});
