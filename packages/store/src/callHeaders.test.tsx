import { api } from './api';
import { addCallHeaders, callHeaders } from './callHeaders';
import { sendFile } from './sendFile';
import { makeStore } from './store';

let calls: Request[];
let sent: Record<string, string>;
beforeEach(() => {
  calls = [];
  sent = {};
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    calls.push(input as Request);
    return new Response('{}', { status: 200 });
  });
  jest.spyOn(XMLHttpRequest.prototype, 'setRequestHeader').mockImplementation((name, value) => {
    sent[name] = value;
  });
  jest.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(function fail(this: XMLHttpRequest) {
    this.onerror?.(new ProgressEvent('error'));
  });
});
afterEach(() => jest.restoreAllMocks());

const testApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({ readForHeaders: build.query<unknown, string>({ query: (url) => url }) }),
});

test('a part of the page adds headers to every call that begins, files too, until it ends that', async () => {
  const store = makeStore();
  const read = (url: string) => store.dispatch(testApi.endpoints.readForHeaders.initiate(url));
  const end = addCallHeaders((url) => ({ 'X-Correlation-Id': `of ${url}` }));
  await read('/api/a');
  expect(calls.at(-1)?.headers.get('X-Correlation-Id')).toBe('of /api/a');
  const signal = new AbortController().signal;
  await sendFile('/api/file', new File(['x'], 'x'), { personId: null, signal, onProgress: () => {} });
  expect(sent['X-Correlation-Id']).toBe('of /api/file');
  end();
  await read('/api/b');
  expect(calls.at(-1)?.headers.get('X-Correlation-Id')).toBeNull();
  expect(callHeaders('/api/c')).toEqual({});
});
