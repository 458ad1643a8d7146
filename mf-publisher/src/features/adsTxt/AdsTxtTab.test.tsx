import type { AdsTxtCheck, AdsTxtResult, Property } from '@ezdash/contracts';
import { ADS_TXT_HINTS, ADS_TXT_STATUSES } from '@ezdash/contracts/constants';
import {
  type RenderedRemote,
  renderRemote,
  reply,
  type StubRoutes,
  testUser,
} from '@ezdash/remote-kit/testing';
import { NeedsYou } from '@ezdash/ui';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import german from '../../locales/de.json';
import texts from '../../locales/en.json';
import { makeDetail } from '../../testing/publisherData';
import { AdsTxtTab } from './AdsTxtTab';
import { useAdsTxtNeed } from './useAdsTxtNeed';

const LINE = 'ads.example.net, u_1ab2, DIRECT';
const result: AdsTxtResult = {
  status: 'wrong-relationship',
  read_at: '2026-11-22T08:00:00.000Z',
  changed_at: '2026-11-20T08:00:00.000Z',
  previous_status: 'no-file',
  url: 'https://alpineweather.example/ads.txt',
  line_number: 4,
  line: 'ads.example.net, u_1ab2, RESELLER',
  record_count: 1_200,
  seller_count: 31,
  hints: [
    { code: 'bad-lines', line: 7, value: '3' },
    { code: 'owner-domain-other', line: 9, value: 'elsewhere.example' },
    { code: 'no-https', line: null, value: null },
  ],
  checked_at: '2026-11-23T08:00:00.000Z',
  trouble: null,
  http_status: 200,
  failing_since: null,
  next_at: '2026-11-24T07:00:00.000Z',
};
const check = (more: Partial<AdsTxtResult> = {}): AdsTxtCheck => ({
  line: LINE,
  file_url: 'https://alpineweather.example/ads.txt',
  result: { ...result, ...more },
});
const { property } = makeDetail([]);

function Needs({ onOpen }: { onOpen: () => void }) {
  return <NeedsYou needs={useAdsTxtNeed(property, onOpen)} />;
}

let rendered: RenderedRemote | undefined;
let opened = 0;
function show(answer: AdsTxtCheck, routes: StubRoutes = {}, shown: Property = property): RenderedRemote {
  opened = 0;
  rendered = renderRemote(
    <>
      <Needs onOpen={() => (opened += 1)} />
      <AdsTxtTab property={shown} />
    </>,
    {
      user: testUser({ role: 'publisher' }),
      texts: { publisher: texts },
      routes: { 'GET /api/properties/:id/ads-txt': answer, ...routes },
    },
  );
  return rendered;
}
afterEach(() => rendered?.unmount());

test('says what stands in the file, where, and what to do about it', async () => {
  show(check());
  const panel = await screen.findByRole('region', { name: 'ads.txt' });
  expect(panel.textContent).toContain('Listed as RESELLER');
  expect(panel.textContent).toContain(
    'Replace it with the line below in https://alpineweather.example/ads.txt.',
  );
  expect(panel.textContent).toContain('Line 4 of it');
  expect(panel.textContent).toContain('1,200 records; other systems: 31');
  expect(panel.textContent).toContain('before: No file');
  expect(screen.getByText(LINE)).toBeTruthy();
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining([
      'Line 7 3 lines are neither a record nor a variable, this is the first; readers pass them over.',
      expect.stringMatching(/^Line 9 OWNERDOMAIN is elsewhere\.example/),
      expect.stringMatching(/^The file is only there over http\./),
    ]),
  );
});

test('a line that is missing is called out with a way to it; one in place is not', async () => {
  show(check());
  await userEvent.click(await screen.findByRole('button', { name: 'See ads.txt' }));
  expect(opened).toBe(1);
  rendered?.unmount();
  show(check({ status: 'present' }));
  expect((await screen.findByRole('region', { name: 'ads.txt' })).textContent).toContain('In place');
  expect(screen.queryByRole('button', { name: 'See ads.txt' })).toBeNull();
});

test('a look without an answer is told beside what was known before', async () => {
  show(
    check({
      status: 'present',
      trouble: 'http-error',
      http_status: 503,
      failing_since: '2026-11-23T08:00:00.000Z',
    }),
  );
  expect((await screen.findByRole('note')).textContent).toContain('Server error');
  expect(screen.getByText('In place')).toBeTruthy();
});

test('a file that nobody has looked at says when that is', async () => {
  show({ ...check(), result: null });
  expect((await screen.findByRole('region', { name: 'ads.txt' })).textContent).toContain(
    'within a minute or two',
  );
  expect(screen.queryByRole('button', { name: 'See ads.txt' })).toBeNull();
});

test('a refused look stands where it was asked for, and an archived property is not looked at', async () => {
  const refusal = { message: 'Too many attempts', code: 'TOO_MANY_REQUESTS', requestId: 'req_1' };
  show(check(), { 'POST /api/properties/:id/ads-txt/check': reply(429, refusal) });
  await userEvent.click(await screen.findByRole('button', { name: 'Check now' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Too many attempts.');
  rendered?.unmount();
  show(check(), {}, { ...property, state: 'archived' });
  await screen.findByRole('region', { name: 'ads.txt' });
  expect(screen.queryByRole('button', { name: 'Check now' })).toBeNull();
});

test('every status and every hint has its words in both languages', () => {
  for (const { adsTxt } of [texts, german]) {
    const statuses: Record<string, { word: string; text: string; todo: string }> = adsTxt.status;
    expect(Object.keys(statuses).sort()).toEqual(['none', ...ADS_TXT_STATUSES].sort());
    for (const words of Object.values(statuses))
      expect(Object.keys(words).sort()).toEqual(['text', 'todo', 'word']);
    const hints = new Set(Object.keys(adsTxt.hint).map((key) => key.replace(/_(one|other)$/, '')));
    expect([...hints].sort()).toEqual([...ADS_TXT_HINTS].sort());
  }
});
