import { bugReport, cleanAddress, type ReportFacts } from './bugReport';

const SECRETS = {
  debugToken: 'k3Yx9QpLm2Vt7RwZ8sNb4HcD6fJg1TaU',
  csrf: 'plainwordscsrf',
  jwt: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl',
  stripe: 'sk_live_abcdefg',
  base64: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY==',
  hex: 'd41d8cd98f00b204e9800998ecf8427e',
  password: 'correct-horse',
  email: 'ines.vidal+x@halden.example.co.uk',
} as const;
const everything = Object.values(SECRETS).join(' ').replace(SECRETS.password, '');

const facts = (over: Partial<ReportFacts> = {}): ReportFacts => ({
  madeAt: '2026-11-21T14:06:21.000Z',
  url: 'https://ads.example/advertiser/campaigns?status=running',
  title: 'Campaigns - EzDash',
  user: { id: 4821, role: 'advertiser' },
  versions: { react: '19.3.1', 'mf-debug': '1.4.0+20261121.a1b2c3d4e5f6a7b8c9d0' },
  environment: {
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36',
  },
  logs: [
    {
      timestamp: '2026-11-21T14:06:20.000Z',
      level: 'error',
      message: 'Failed to fetch current user',
      data: {
        call: 'GET /debug-tool/user/current',
        status: 500,
        requestId: '3f2b8a44-1c55-4be0-9a77-0e4c6f3d2b11',
      },
    },
  ],
  actions: ['dateRange/choosePreset', 'api/executeQuery/rejected campaigns'],
  failedCalls: [
    {
      endpoint: 'campaigns',
      status: 500,
      code: 'HTTP_500',
      message: 'It broke',
      requestId: 'a7e0b1c2-1c55-4be0-9a77-0e4c6f3d2b12',
    },
  ],
  secrets: [SECRETS.debugToken, SECRETS.csrf, ''],
  ...over,
});

test('has the page, the versions, the failing calls with their requests, the actions and the logs', () => {
  const text = bugReport(facts());
  for (const part of [
    '# Campaigns - EzDash',
    '- Address: https://ads.example/advertiser/campaigns?status=running',
    '- User: 4821 (advertiser)',
    '- react: 19.3.1',
    '- mf-debug: 1.4.0+20261121.a1b2c3d4e5f6a7b8c9d0',
    'Chrome/141.0.0.0 Safari/537.36',
    '- campaigns: 500 HTTP_500 It broke, request a7e0b1c2-1c55-4be0-9a77-0e4c6f3d2b12',
    '- dateRange/choosePreset',
    '- 2026-11-21T14:06:20.000Z error: Failed to fetch current user',
    '"call":"GET /debug-tool/user/current"',
    '"requestId":"3f2b8a44-1c55-4be0-9a77-0e4c6f3d2b11"',
  ])
    expect(text).toContain(part);
});

test('no secret comes out, wherever it stands', () => {
  const nested = {
    admin_password: SECRETS.password,
    headers: { Authorization: `Bearer ${SECRETS.password}`, Cookie: `sid=${SECRETS.password}` },
    list: [everything, { [SECRETS.email]: everything }],
    requestId: `${SECRETS.email} ${everything}`,
    text: `password=${SECRETS.password} token: ${SECRETS.password}`,
  };
  const text = bugReport(
    facts({
      url: `https://ads.example/x/${SECRETS.hex}?token=${SECRETS.password}&q=${encodeURIComponent(everything)}#${SECRETS.jwt}`,
      title: `Of ${everything}`,
      versions: { [everything]: everything },
      environment: { userAgent: everything },
      logs: [{ timestamp: 'now', level: 'info', message: everything, data: nested }],
      actions: [`api/${everything}`],
      failedCalls: [
        { endpoint: 'me', status: 401, code: 'HTTP_401', message: everything, requestId: `${everything} x` },
      ],
    }),
  );
  for (const secret of Object.values(SECRETS)) expect(text).not.toContain(secret);
  expect(text).not.toMatch(/@halden|bPxRfi|c2lnbmF0dXJl/);
});

test.each([
  ['https://ads.example/a?status=running&page=2', 'https://ads.example/a?status=running&page=2'],
  ['https://ads.example/a?token=abc&email=x#frag', 'https://ads.example/a?token=[hidden]&email=[hidden]'],
  ['https://ads.example/a?q=x%40y.test', 'https://ads.example/a?q=[email]'],
])('the address %s', (url, cleaned) => expect(cleanAddress(url)).toBe(cleaned));

test('a guest is a guest, and what there is nothing of has no heading', () => {
  const text = bugReport(facts({ user: null, logs: [], actions: [], failedCalls: [] }));
  expect(text).toContain('- User: guest');
  expect(text).not.toMatch(/## (?:Logs|Last actions|Failing calls)/);
});
