import { isNetwork, Networks, networksIn } from './Networks';

describe('Networks', () => {
  const networks = new Networks([
    '10.0.0.0/8',
    '192.0.2.0/25',
    '192.0.2.128/25',
    '203.0.113.7',
    '2001:db8::/32',
  ]);

  test.each([
    ['9.255.255.255', false],
    ['10.0.0.0', true],
    ['10.255.255.255', true],
    ['11.0.0.0', false],
    ['192.0.1.255', false],
    ['192.0.2.0', true],
    ['192.0.2.255', true],
    ['192.0.3.0', false],
    ['203.0.113.6', false],
    ['203.0.113.7', true],
    ['203.0.113.8', false],
    ['::ffff:10.1.2.3', true],
    ['2001:db7:ffff:ffff:ffff:ffff:ffff:ffff', false],
    ['2001:db8::', true],
    ['2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', true],
    ['2001:db9::', false],
    ['255.255.255.255', false],
    ['', false],
    ['somewhere', false],
  ])('%s: %s', (address, expected) => expect(networks.has(address)).toBe(expected));

  test('neighbours and overlaps are one range', () => {
    expect(networks.size).toBe(4);
    expect(new Networks(['1.0.0.0/8', '1.2.3.0/24', '2.0.0.0/8']).size).toBe(1);
  });

  test('the whole Internet, and nothing', () => {
    const all = new Networks(['0.0.0.0/0', '::/0']);
    for (const address of ['0.0.0.0', '255.255.255.255', '::1', 'ffff::'])
      expect(all.has(address)).toBe(true);
    expect(new Networks([]).has('1.2.3.4')).toBe(false);
  });

  test.each([
    '',
    '10.0.0.0/33',
    '10.0.0/8',
    '2001:db8::/129',
    '10.0.0.0/8/8',
    '10.0.0.0/',
    '10.0.0.0/x',
    'loopback',
  ])('%j is no network', (text) => {
    expect(isNetwork(text)).toBe(false);
    expect(() => new Networks([text])).toThrow('is no address or network');
  });
});

describe('networksIn', () => {
  test('a list with comments, a CSV, and JSON as the clouds publish theirs', () => {
    expect(networksIn('# ours\n10.1.0.0/16\n\n2001:db8::/32 ; an office\n')).toEqual([
      '10.1.0.0/16',
      '2001:db8::/32',
    ]);
    expect(networksIn('192.0.2.0/24,DE,DE-BE,Berlin,\r\n"198.51.100.0/24","x"\n')).toEqual([
      '192.0.2.0/24',
      '198.51.100.0/24',
    ]);
    const aws = {
      prefixes: [{ ip_prefix: '3.5.140.0/22' }],
      ipv6_prefixes: [{ ipv6_prefix: '2a05:d07a:a000::/40' }],
    };
    expect(networksIn(JSON.stringify(aws))).toEqual(['3.5.140.0/22', '2a05:d07a:a000::/40']);
  });

  test('addresses alone, dates, paths and lengths that are none are left out', () => {
    expect(
      networksIn(
        '192.0.2.1 2026/11/21 1.2.3.4/33 1.2.3/24 see https://a.example/24 300.1.1.1/8 1.2.3.0/24/7',
      ),
    ).toEqual(['1.2.3.0/24']);
  });
});
