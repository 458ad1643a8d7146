const answers: (Response | Error)[] = [];
const asked: RequestInit[] = [];
const plainFetch = globalThis.fetch;

beforeEach(() => {
  jest.resetModules();
  asked.length = 0;
  globalThis.fetch = async (_url, options = {}) => {
    asked.push(options);
    const answer = answers.shift();
    if (answer instanceof Response) return answer;
    throw answer ?? new Error('nothing was to be asked');
  };
});
afterEach(() => {
  globalThis.fetch = plainFetch;
  jest.useRealTimers();
});

const load = async () => (await import('./patientFetch')).patientFetch;

test('asks once more when nobody answered, with a limit each time and no cookies', async () => {
  jest.useFakeTimers();
  answers.push(new Error('refused'), new Response(null, { status: 200 }));
  const patientFetch = await load();
  const sent = patientFetch('https://errors.test/', { method: 'POST', body: 'x' });
  await jest.advanceTimersByTimeAsync(1_000);
  expect((await sent).status).toBe(200);
  expect(asked.map(({ credentials, body }) => [credentials, body])).toEqual([
    ['omit', 'x'],
    ['omit', 'x'],
  ]);
  expect(new Set(asked.map(({ signal }) => signal)).size).toBe(2);
});

test('an answer is an answer, whatever it says', async () => {
  answers.push(new Response(null, { status: 429 }));
  const patientFetch = await load();
  expect((await patientFetch('https://errors.test/')).status).toBe(429);
  expect(asked).toHaveLength(1);
});

test('goes around what is put in the place of fetch later', async () => {
  answers.push(new Response(null, { status: 200 }));
  const patientFetch = await load();
  globalThis.fetch = async () => {
    throw new Error('the SDK watches this one');
  };
  expect((await patientFetch('https://errors.test/')).status).toBe(200);
});
