import { tmpdir } from 'node:os';
import { roomyFolder } from './roomyFolder';

test('memory is used where there is enough of it', () => {
  const memory = process.cwd();
  expect(roomyFolder(memory, 1)).toBe(memory);
  expect(roomyFolder(memory, Number.POSITIVE_INFINITY)).toBe(tmpdir());
  expect(roomyFolder('/no/such/folder', 1)).toBe(tmpdir());
});
