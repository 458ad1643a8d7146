import { INVALID_REASONS, NO_FILL_REASONS } from '@ezdash/contracts';
import { createNetworkKinds, invalidByVisitor, NETWORK_KINDS, refusalOf } from './networkKind';
import { PUBLIC_CLOUDS } from './publicClouds';

const { ordinary, internal } = NETWORK_KINDS;
const dataCentre = NETWORK_KINDS['data-centre'];
const person = { bot: false, prefetch: false };

test('the large clouds are known unless others are named; homes and this machine are not among them', () => {
  const kinds = createNetworkKinds([]);
  for (const address of ['52.18.0.1', '34.76.1.2', '20.42.0.1', '159.65.1.1', '::ffff:159.65.1.1'])
    expect(kinds.of(address)).toBe(dataCentre);
  for (const address of [
    '80.128.0.1',
    '203.0.113.9',
    '127.0.0.1',
    '192.168.1.1',
    '2003:db8::1',
    '',
    'nowhere',
  ])
    expect(kinds.of(address)).toBe(ordinary);
  expect(new Set(PUBLIC_CLOUDS).size).toBe(PUBLIC_CLOUDS.length);
});

test('an office within a cloud is an office', () => {
  const kinds = createNetworkKinds(['52.95.110.0/24'], ['52.0.0.0/8']);
  expect([kinds.of('52.95.110.7'), kinds.of('52.95.111.7')]).toEqual([internal, dataCentre]);
});

test('another list takes the place of the one before', () => {
  const kinds = createNetworkKinds([], ['192.0.2.0/24']);
  kinds.replaceDataCentres(['198.51.100.0/24']);
  expect([kinds.of('192.0.2.1'), kinds.of('198.51.100.1')]).toEqual([ordinary, dataCentre]);
});

test('a data centre gets no ad; our own people do', () => {
  expect(refusalOf(dataCentre)).toBe(NO_FILL_REASONS['data-centre']);
  for (const kind of [ordinary, internal, undefined]) expect(refusalOf(kind)).toBe(0);
});

test.each([
  ['a person', person, 'counted'],
  ['a person of an ordinary network', { ...person, network: ordinary }, 'counted'],
  ['a robot', { ...person, bot: true, network: dataCentre }, 'bot'],
  ['a prefetch', { bot: true, prefetch: true }, 'prefetch'],
  ['a data centre', { ...person, network: dataCentre }, 'data-centre'],
  ['an office of ours', { ...person, network: internal }, 'internal'],
] as const)('what comes from %s', (_, visitor, reason) => {
  expect(invalidByVisitor(visitor)).toBe(INVALID_REASONS[reason]);
});
