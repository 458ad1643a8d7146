import { UPLOADS } from '@ezdash/contracts/constants';
import { act, renderHook, waitFor } from '@testing-library/react';
import { useUploads } from './useUploads';

let seen: string[];
/** Parts are never answered, as over a line that stands still. */
let stalls: boolean;

beforeEach(() => {
  seen = [];
  stalls = true;
  Object.defineProperty(globalThis, 'crypto', {
    configurable: true,
    value: { ...globalThis.crypto, subtle: { digest: async () => new ArrayBuffer(32) } },
  });
  File.prototype.arrayBuffer ??= async () => new ArrayBuffer(0);
  globalThis.fetch = jest.fn(async (path: string, { method = 'GET', signal }: RequestInit = {}) => {
    seen.push(`${method} ${path}`);
    if (method === 'PUT' && stalls)
      return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    if (method === 'PUT') return new Response('{"message":"No"}', { status: 422 });
    if (method === 'DELETE') return new Response(null, { status: 204 });
    return new Response('{"id":"u_1","received":0}', { status: 201 });
  }) as unknown as typeof fetch;
});

const film = () =>
  new File([new Uint8Array(UPLOADS.chunkBytes * 2)], 'film.mp4', {
    type: 'video/mp4',
  });
const DELETED = 'DELETE /api/assets/uploads/u_1';
const open = () => renderHook(() => useUploads(() => {}, 'CPM'));
const keyOf = ({ current }: { current: { uploads: readonly { key: string }[] } }) =>
  current.uploads[0]?.key ?? '';

test('a half-sent file that is removed is removed from the server, too', async () => {
  const { result } = open();
  act(() => result.current.add([film()]));
  await waitFor(() => expect(seen.at(-1)).toMatch(/^PUT /));
  act(() => result.current.remove(keyOf(result)));
  await waitFor(() => expect(seen).toContain(DELETED));
  expect(result.current.uploads).toEqual([]);
});

test('one that was refused half-way, too', async () => {
  stalls = false;
  const { result } = open();
  act(() => result.current.add([film()]));
  await waitFor(() => expect(result.current.uploads[0]?.failure?.status).toBe(422));
  act(() => result.current.remove(keyOf(result)));
  await waitFor(() => expect(seen).toContain(DELETED));
});

test('one whose page is left stays there, to go on another time', async () => {
  const { result, unmount } = open();
  act(() => result.current.add([film()]));
  await waitFor(() => expect(seen.at(-1)).toMatch(/^PUT /));
  unmount();
  await act(async () => {});
  expect(seen).not.toContain(DELETED);
});
