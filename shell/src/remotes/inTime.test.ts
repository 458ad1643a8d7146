import { inTime } from './inTime';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('what comes in time comes as it is, and leaves no timer', async () => {
  await expect(inTime(Promise.resolve(1), 1_000, 'Too late')).resolves.toBe(1);
  await expect(inTime(Promise.reject(new Error('No')), 1_000, 'Too late')).rejects.toThrow('No');
  expect(jest.getTimerCount()).toBe(0);
});

test('what never comes fails with the sentence, and not a moment before', async () => {
  const said = jest.fn();
  inTime(new Promise(() => {}), 1_000, 'Too late').catch((error: Error) => said(error.message));
  await jest.advanceTimersByTimeAsync(999);
  expect(said).not.toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(1);
  expect(said).toHaveBeenCalledWith('Too late');
});
