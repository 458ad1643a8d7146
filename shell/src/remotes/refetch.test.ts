import { REFETCH_TIMEOUT_MS, refetch } from './refetch';

const real = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = real;
  jest.useRealTimers();
});

test('everything is asked of the server past the cache, and read to its end', async () => {
  const asked: [unknown, RequestCache | undefined][] = [];
  const answers: Response[] = [];
  globalThis.fetch = async (address, options) => {
    asked.push([address, options?.cache]);
    const answer = new Response('bytes');
    answers.push(answer);
    return answer;
  };
  await refetch(['/remotes/a/1/remoteEntry.js', '/remotes/a/1/App.js']);
  expect(asked).toEqual([
    ['/remotes/a/1/remoteEntry.js', 'reload'],
    ['/remotes/a/1/App.js', 'reload'],
  ]);
  expect(answers.map(({ bodyUsed }) => bodyUsed)).toEqual([true, true]);
});

test('what fails is passed over, the rest still comes', async () => {
  let came = 0;
  globalThis.fetch = async (address) => {
    if (address === '/broken') throw new TypeError('Failed to fetch');
    came += 1;
    return new Response('bytes');
  };
  await expect(refetch(['/broken', '/whole'])).resolves.toBeUndefined();
  expect(came).toBe(1);
});

test('a server that says nothing is waited for 5 s', async () => {
  jest.useFakeTimers();
  globalThis.fetch = (_, options) =>
    new Promise((_resolve, reject) => {
      options?.signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
    });
  let done = false;
  const waiting = refetch(['/silent']).then(() => {
    done = true;
  });
  await jest.advanceTimersByTimeAsync(REFETCH_TIMEOUT_MS - 1);
  expect(done).toBe(false);
  await jest.advanceTimersByTimeAsync(1);
  await waiting;
  expect(done).toBe(true);
});
