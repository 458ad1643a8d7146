import { api } from './api';
import { toApiError } from './apiError';
import { noteConsoleLocked } from './baseQuery';
import { page, storage } from './browser';
import { addCallHeaders } from './callHeaders';
import { askInsteadOfReload } from './debugEnd';
import { makeStore } from './store';

const probe = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    storeProbe: build.query<unknown, string>({
      query: (url) => ({ url, params: { day: '2026-11-21', none: undefined } }),
    }),
    storeChange: build.mutation<unknown, string>({
      query: (url) => ({ url, method: 'POST', body: { a: 1 } }),
    }),
  }),
});

let calls: Request[] = [];
function answerWith(...answers: (Response | Error)[]) {
  calls = [];
  globalThis.fetch = (async (request: Request) => {
    calls.push(request);
    const answer = answers[Math.min(calls.length, answers.length) - 1];
    if (answer instanceof Error) throw answer;
    return answer?.clone();
  }) as typeof fetch;
}
const json = (status: number, body: unknown) =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), {
    status,
    headers: { 'X-Request-Id': 'r1' },
  });

const read = async (url = '/api/x') => {
  const result = await makeStore().dispatch(probe.endpoints.storeProbe.initiate(url, { forceRefetch: true }));
  return { data: result.data, error: toApiError(result.error) };
};

beforeEach(() => {
  document.head.innerHTML = '<meta name="csrf-token" content="tok">';
  window.localStorage.clear();
  jest.spyOn(page, 'reload').mockImplementation(() => {});
  jest.spyOn(page, 'go').mockImplementation(() => {});
  jest.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => jest.restoreAllMocks());

test('a call carries the CSRF token, the marker and its parameters; the debug token only where it belongs', async () => {
  storage.set('debug_token', 'half');
  answerWith(json(200, { a: 1 }));
  expect((await read()).data).toEqual({ a: 1 });
  expect(new URL(calls[0]?.url ?? '').search).toBe('?day=2026-11-21');
  expect(calls[0]?.headers.get('X-CSRF-TOKEN')).toBe('tok');
  expect(calls[0]?.headers.get('X-Requested-With')).toBe('XMLHttpRequest');
  expect(calls[0]?.headers.get('X-Debug-Token')).toBeNull();
  await read('/debug-tool/verify');
  expect(calls[1]?.headers.get('X-Debug-Token')).toBe('half');
  await read('/api/operator/reviews');
  expect(calls[2]?.headers.get('X-Debug-Token')).toBe('half');
  expect(calls[2]?.headers.get('X-Page-Url')).toBeNull();
  await read('/api/operators');
  expect(calls[3]?.headers.get('X-Debug-Token')).toBeNull();
});

test('the console being locked drops the token that was sent, keeps a newer one, and reloads nothing', async () => {
  storage.set('debug_token', 'half');
  const told = jest.fn();
  const end = storage.watch(told);
  answerWith(json(401, { message: 'Your sign-in to the console is over', code: 'CONSOLE_LOCKED' }));
  expect((await read('/api/operator/reviews')).error?.code).toBe('CONSOLE_LOCKED');
  expect(storage.get('debug_token')).toBeNull();
  expect(told).toHaveBeenCalledTimes(1);
  end();
  storage.set('debug_token', 'of now');
  noteConsoleLocked({ status: 401, message: '', code: 'CONSOLE_LOCKED', errors: {} }, 'half');
  expect(storage.get('debug_token')).toBe('of now');
  expect(told).toHaveBeenCalledTimes(1);
  expect(page.reload).not.toHaveBeenCalled();
});

test('a late refusal of the token of before leaves the one that came meanwhile', async () => {
  storage.set('debug_token', 'of before');
  calls = [];
  globalThis.fetch = (async () => {
    storage.set('debug_token', 'of now');
    return json(401, { message: 'Invalid session', code: 'SESSION_INVALID' });
  }) as typeof fetch;
  await read('/debug-tool/verify');
  expect(storage.get('debug_token')).toBe('of now');
  expect(page.reload).not.toHaveBeenCalled();
});

test('a call of the console whose token has become too old is made again, as of any page', async () => {
  storage.set('debug_token', 'half');
  const renewed = { user: null, csrf_token: 'new' };
  answerWith(json(419, { redirect: '/auth/login' }), json(200, renewed), json(200, { a: 1 }));
  expect((await read('/api/operator/reviews')).data).toEqual({ a: 1 });
  expect(calls.map(({ url }) => new URL(url).pathname)).toEqual([
    '/api/operator/reviews',
    '/api/auth/me',
    '/api/operator/reviews',
  ]);
  expect(page.go).not.toHaveBeenCalled();
});

test.each([
  ['', 'empty'],
  ['<html>', 'not JSON'],
])('a body %p counts as {} and a warning says so', async (body, why) => {
  answerWith(json(200, body));
  expect((await read()).data).toEqual({});
  expect(console.warn).toHaveBeenCalledWith(expect.stringContaining(why));
});

test.each([
  [401, { message: 'Invalid session', code: 'X' }, true],
  [403, { error: 'Token is not valid' }, true],
  [401, { message: 'No', code: 'SESSION_INVALID' }, true],
  [401, { message: 'Sign in first', code: 'UNAUTHENTICATED' }, false],
  [422, { message: 'Invalid session' }, false],
])('%i %p drops the debug token and reloads: %p', async (status, body, ends) => {
  storage.set('debug_token', 'half');
  answerWith(json(status, body));
  await read();
  expect(storage.get('debug_token')).toBe(ends ? null : 'half');
  expect(page.reload).toHaveBeenCalledTimes(ends ? 1 : 0);
});

test('a page that asks for the sign-in itself is not reloaded as long as it does', async () => {
  const done = askInsteadOfReload();
  storage.set('debug_token', 'half');
  answerWith(json(401, { message: 'Invalid session', code: 'SESSION_INVALID' }));
  await read();
  expect(storage.get('debug_token')).toBeNull();
  expect(page.reload).not.toHaveBeenCalled();
  done();
  storage.set('debug_token', 'half');
  await read();
  expect(page.reload).toHaveBeenCalledTimes(1);
});

test('without a debug token nothing is reloaded, or the page would never stop', async () => {
  answerWith(json(401, { message: 'Invalid session' }));
  await read();
  expect(page.reload).not.toHaveBeenCalled();
});

test.each([
  [{ redirect: '/auth/login' }, '/auth/login'],
  ['<html>', '/login'],
  [{}, '/login'],
  [{ redirect: 'javascript:alert(1)' }, '/login'],
])('419 of the debug tool with %p goes to %s', async (body, target) => {
  answerWith(json(419, body));
  await read('/debug-tool/verify');
  expect(page.go).toHaveBeenCalledWith(target);
  expect(calls).toHaveLength(1);
});

test('422 keeps every field; the request id is kept for support', async () => {
  answerWith(json(422, { message: 'Check the form', code: 'VALIDATION', errors: { name: ['Too long'] } }));
  expect((await read()).error).toEqual({
    status: 422,
    message: 'Check the form',
    code: 'VALIDATION',
    errors: { name: ['Too long'] },
    requestId: 'r1',
  });
});

test('a read is tried again when the network fails, a change is not', async () => {
  answerWith(new Error('down'), new Error('down'), json(200, { ok: true }));
  expect((await read()).data).toEqual({ ok: true });
  expect(calls).toHaveLength(3);
  answerWith(new Error('down'));
  const result = await makeStore().dispatch(probe.endpoints.storeChange.initiate('/api/x'));
  expect(toApiError(result.error)?.status).toBe('network');
  expect(calls).toHaveLength(1);
});

describe('the meta of an answer', () => {
  const heard = jest.fn();
  const metaProbe = api.injectEndpoints({
    overrideExisting: true,
    endpoints: (build) => ({
      storeMeta: build.query<unknown, void>({
        query: () => '/api/meta',
        transformResponse: (_body, meta) => heard(meta),
        transformErrorResponse: (error, meta) => {
          heard(meta);
          return error;
        },
      }),
    }),
  });
  const metaOf = async () => {
    heard.mockClear();
    await makeStore().dispatch(metaProbe.endpoints.storeMeta.initiate(undefined, { forceRefetch: true }));
    return heard.mock.calls[0]?.[0];
  };

  test.each([
    [200, {}],
    [404, { message: 'Not there' }],
  ])('of %i names the request, which is its own correlation', async (status, body) => {
    answerWith(json(status, body));
    expect(await metaOf()).toEqual({ requestId: 'r1', correlationId: 'r1' });
  });

  test('names the click that the call follows', async () => {
    const end = addCallHeaders(() => ({ 'X-Correlation-Id': 'click-1' }));
    answerWith(json(200, {}));
    expect(await metaOf()).toEqual({ requestId: 'r1', correlationId: 'click-1' });
    end();
  });

  test('is of the answer that counts, not of the one whose token had become too old', async () => {
    const second = new Response('{}', { headers: { 'X-Request-Id': 'r2' } });
    answerWith(json(419, { redirect: '/auth/login' }), json(200, { user: null, csrf_token: 'new' }), second);
    expect(await metaOf()).toEqual({ requestId: 'r2', correlationId: 'r2' });
  });

  test('is nothing where no server answered', async () => {
    answerWith(new Error('down'));
    expect(await metaOf()).toBeUndefined();
    answerWith(new Response('{}'));
    expect(await metaOf()).toBeUndefined();
  });
});
