import { createSecretBox, deriveKey } from './secretBox';

const box = createSecretBox('a secret', 'test');

it('opens what it sealed, for the same account alone', () => {
  const sealed = box.seal('JBSWY3DPEHPK3PXP', 'row 7');
  expect(box.open(sealed, 'row 7')).toBe('JBSWY3DPEHPK3PXP');
  expect(sealed.includes('JBSWY3DP')).toBe(false);
  expect(() => box.open(sealed, 'row 8')).toThrow();
  expect(() => createSecretBox('another', 'test').open(sealed, 'row 7')).toThrow();
  expect(() => createSecretBox('a secret', 'other').open(sealed, 'row 7')).toThrow();
});

it('never seals the same way twice, and notices every changed byte', () => {
  const sealed = box.seal('text', 'row 7');
  expect(box.seal('text', 'row 7').equals(sealed)).toBe(false);
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => box.open(changed, 'row 7')).toThrow();
  }
  expect(() => box.open(sealed.subarray(0, 20), 'row 7')).toThrow();
  expect(() => box.open(Buffer.alloc(0), 'row 7')).toThrow();
});

it('derives keys that tell nothing of one another', () => {
  expect(deriveKey('a', 'one').equals(deriveKey('a', 'two'))).toBe(false);
  expect(deriveKey('a', 'one').equals(deriveKey('a', 'one'))).toBe(true);
});
