import { engines } from '../../../package.json';
import { findNodeNotice } from './nodeSupport';

test.each([
  ['v20.19.0', '2026-04-30', null],
  ['v20.20.2', '2026-05-01', 'Support for Node.js 20 ended on 2026-04-30. Upgrade to Node.js 24.'],
  ['v21.7.3', '2026-01-01', 'Support for Node.js 21 ended. Upgrade to Node.js 24.'],
  ['v22.12.0', '2027-04-30', null],
  ['v22.12.0', '2027-05-01', 'Support for Node.js 22 ended on 2027-04-30. Upgrade to Node.js 24.'],
  ['v24.1.0', '2028-04-30', null],
  ['v24.1.0', '2028-05-01', 'Support for Node.js 24 ended on 2028-04-30. Upgrade to a newer one.'],
  ['v26.0.0', '2029-01-01', null],
])('%s on %s: %s', (version, day, notice) => {
  expect(findNodeNotice(version, new Date(`${day}T23:59:59Z`))).toBe(notice);
});

test('says so of every line that package.json lets in, once it has ended', () => {
  const [, least] = /^>=(\d+)/.exec(engines.node) ?? [];
  expect(findNodeNotice(`v${least}.0.0`, new Date('2040-01-01'))).toContain(`Node.js ${least} ended on`);
});
