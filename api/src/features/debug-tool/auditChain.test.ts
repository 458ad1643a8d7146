import { type AuditEntry, auditHash, type ChainedEntry, FIRST_HASH, firstBroken } from './auditChain';

const entry = (status: number, detail: Record<string, unknown> = {}): AuditEntry => ({
  adminId: 1,
  debugSessionId: 2,
  method: 'GET',
  path: '/debug-tool/verify',
  status,
  detail,
  ipHash: null,
  happenedAt: new Date('2026-11-16T12:00:00.123Z'),
});

function chain(...entries: AuditEntry[]): ChainedEntry[] {
  let previousHash = FIRST_HASH;
  return entries.map((each, index) => {
    const hash = auditHash(previousHash, each);
    const row = { ...each, id: BigInt(index + 1), previousHash, hash };
    previousHash = hash;
    return row;
  });
}

it('does not depend on the order of keys, which jsonb does not keep', () => {
  expect(auditHash(FIRST_HASH, entry(200, { a: 1, b: { c: 2, d: 3 } }))).toBe(
    auditHash(FIRST_HASH, entry(200, { b: { d: 3, c: 2 }, a: 1 })),
  );
});

const whole = chain(entry(200), entry(401), entry(422), entry(200));
const [first, second, third, fourth] = whole as [ChainedEntry, ChainedEntry, ChainedEntry, ChainedEntry];
const changed = { ...second, status: 200 };
it.each<[string, ChainedEntry[], bigint | null]>([
  ['whole', whole, null],
  ['empty', [], null],
  ['a changed row', [first, changed, third, fourth], 2n],
  [
    'a changed row with a hash of its own',
    [first, { ...changed, hash: auditHash(first.hash, changed) }, third, fourth],
    3n,
  ],
  ['a row taken out', [first, third, fourth], 3n],
  ['the first row taken out', [second, third, fourth], 2n],
  ['two rows swapped', [first, third, second, fourth], 3n],
])('%s', (_, rows, broken) => expect(firstBroken(rows)).toBe(broken));
