import { createVisitorTest } from './createVisitorTest';
import { createNetworkKinds } from './networkKind';

const BROWSER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36';
const test_ = createVisitorTest(
  createNetworkKinds(['198.51.100.0/28'], ['203.0.113.0/24', '2001:db8:7::/48']),
);

test.each([
  ['a person', 'GET', ['User-Agent', BROWSER], '192.0.2.1', null],
  ['a person nobody knows the address of', 'GET', ['User-Agent', BROWSER], '', null],
  ['nobody’s browser', 'GET', [], '192.0.2.1', 'bot'],
  ['a robot', 'GET', ['user-agent', 'curl/8.5.0'], '192.0.2.1', 'bot'],
  ['a prefetch', 'GET', ['User-Agent', BROWSER, 'Sec-Purpose', 'prefetch'], '192.0.2.1', 'prefetch'],
  ['a HEAD', 'HEAD', ['User-Agent', BROWSER], '192.0.2.1', 'prefetch'],
  ['a data centre', 'GET', ['User-Agent', BROWSER], '203.0.113.9', 'data-centre'],
  [
    'a data centre, as a socket for both kinds names it',
    'GET',
    ['User-Agent', BROWSER],
    '::ffff:203.0.113.9',
    'data-centre',
  ],
  ['a data centre’s IPv6', 'GET', ['User-Agent', BROWSER], '2001:db8:7::9', 'data-centre'],
  ['our own office', 'GET', ['User-Agent', BROWSER], '198.51.100.9', 'internal'],
])('%s', (_title, method, rawHeaders, address, reason) =>
  expect(test_({ method, rawHeaders }, address)).toBe(reason),
);
