import { publicId } from '@ezdash/contracts';
import { beforeOf, type PageQuery, pageOf, readCursor, writeCursor } from './pages';

const rowsOf = (...numbers: number[]) => numbers.map((number) => ({ id: publicId('campaign', number) }));
const read = (rows: { id: string }[], query: PageQuery) => pageOf('campaign', rows, query);

it('without a limit a list is whole and in its own order', () => {
  const rows = rowsOf(7, 9, 8);
  expect(read(rows, {})).toEqual({ rows, next_cursor: null });
});

it('pages come newest first, and together they are the list', () => {
  const rows = rowsOf(7, 9, 8);
  const first = read(rows, { limit: 2 });
  expect(first.rows).toEqual(rowsOf(9, 8));
  const second = read(rows, { limit: 2, cursor: first.next_cursor ?? '' });
  expect(second).toEqual({ rows: rowsOf(7), next_cursor: null });
});

it('what is added or deleted between two pages neither repeats nor hides a row', () => {
  const first = read(rowsOf(1, 2, 3, 4), { limit: 2 });
  const after = rowsOf(1, 2, 4, 5, 6);
  expect(read(after, { limit: 2, cursor: first.next_cursor ?? '' }).rows).toEqual(rowsOf(2, 1));
});

it('a page that ends with the list has no next one', () => {
  expect(read(rowsOf(1, 2), { limit: 2 }).next_cursor).toBeNull();
  expect(read([], { limit: 2 })).toEqual({ rows: [], next_cursor: null });
});

it.each([
  ['of another list', writeCursor('property', publicId('property', 3))],
  ['of another list’s rows', writeCursor('campaign', publicId('property', 3))],
  ['that is none', 'c_101z'],
  ['with something behind it', `${writeCursor('campaign', publicId('campaign', 3))}AA`],
  ['of nothing', '-'],
  ['with bytes that are no text', Buffer.from([0x63, 0xff, 0x20, 0xfe]).toString('base64url')],
])('a cursor %s is refused', (_what, cursor) => {
  expect(() => read(rowsOf(1, 2), { cursor: cursor ?? '' })).toThrow(
    expect.objectContaining({ status: 422, errors: { cursor: [expect.any(String)] } }),
  );
});

it('says nothing to read, and is read back as it was', () => {
  const cursor = writeCursor('transactions', '17-é') ?? '';
  expect(cursor).toMatch(/^[\w-]+$/);
  expect(readCursor('transactions', cursor)).toBe('17-é');
  expect(beforeOf('transactions', { cursor, before: '18' })).toBe('17-é');
  expect(beforeOf('transactions', { before: '18' })).toBe('18');
  expect(writeCursor('transactions', null)).toBeNull();
});
