import { NOWHERE, SourceCounts, sourceOf } from './SourceCounts';

describe('a source', () => {
  it.each([
    ['an IPv4 address', '203.0.113.7', '203.0.113.7'],
    ['one in the form of IPv6', '::ffff:203.0.113.7', '203.0.113.7'],
    ['all that a home has', '2001:db8:1:2::7', '2001:db8:1:2:aaaa:bbbb:cccc:dddd'],
    ['whatever zeros are left out', '2001:db8::7', '2001:db8:0:0:1::'],
    ['in capitals', '2001:DB8:A:B::7', '2001:db8:a:b::8'],
  ])('is the same for %s', (_case, one, other) => {
    expect(sourceOf(one, false)).toBe(sourceOf(other, false));
    expect(sourceOf(one, false)).not.toBe(NOWHERE);
  });

  it.each([
    ['203.0.113.7', '203.0.113.8'],
    ['2001:db8:1:2::7', '2001:db8:1:3::7'],
    ['2001:db8:1::7', '2001:db8:2::7'],
  ])('tells %s from %s, but not of people who ask for it', (one, other) => {
    expect(sourceOf(one, false)).not.toBe(sourceOf(other, false));
  });

  it.each([
    ['203.0.113.7', '203.0.113.200'],
    ['2001:db8:1:2::7', '2001:db8:1:3::7'],
  ])('of private visitors is a network: %s and %s', (one, other) => {
    expect(sourceOf(one, true)).toBe(sourceOf(other, true));
  });

  it.each([
    '',
    'nobody',
    '127.0.0.1',
    '10.1.2.3',
    '192.168.0.1',
    '::1',
    'fe80::1',
    'fd00:1:2:3::1',
    '1:2:3',
    ':',
  ])('is nowhere for %p', (address) => {
    expect(sourceOf(address, false)).toBe(NOWHERE);
  });
});

describe('the counts', () => {
  const SOURCE = sourceOf('203.0.113.7', false);
  const make = () => new SourceCounts({ most: 3, windowMs: 1_000 });
  const takeMany = (counts: SourceCounts, times: number, nowMs: number, isPrivate = false) =>
    Array.from({ length: times }, () => counts.take(SOURCE, isPrivate, nowMs)).filter(Boolean).length;

  test('go up to the limit, of every source by itself', () => {
    const counts = make();
    expect(takeMany(counts, 10, 0)).toBe(3);
    expect(counts.take(sourceOf('203.0.113.8', false), false, 0)).toBe(true);
    expect(counts.take(NOWHERE, false, 0)).toBe(true);
  });

  test('slide: what was taken in the window before counts by the part that is still covered', () => {
    const counts = make();
    takeMany(counts, 10, 900);
    expect(takeMany(counts, 10, 1_100)).toBe(0);
    expect(takeMany(counts, 10, 1_700)).toBe(2);
    expect(takeMany(counts, 10, 4_000)).toBe(3);
  });

  test('are refused without being counted: who is over the limit is not kept there by asking on', () => {
    const counts = make();
    takeMany(counts, 1_000, 0);
    expect(takeMany(counts, 10, 1_999)).toBe(2);
  });

  test('take back what is over, also of the window before', () => {
    const counts = make();
    takeMany(counts, 3, 500);
    counts.giveBack(SOURCE);
    expect(takeMany(counts, 10, 500)).toBe(1);
    counts.take(NOWHERE, false, 1_000);
    for (let time = 0; time < 3; time += 1) counts.giveBack(SOURCE);
    expect(takeMany(counts, 10, 1_000)).toBe(3);
    for (let time = 0; time < 10; time += 1) counts.giveBack(SOURCE);
    expect(takeMany(counts, 10, 1_000)).toBe(3);
  });

  test('are four times as many for the network of private visitors', () => {
    expect(takeMany(make(), 20, 0, true)).toBe(12);
  });
});
