import type { ErrorEvent } from '@sentry/react';
import { prepareEvent, remoteInStack, withoutSecretsInBreadcrumb, withoutSecretsInSpan } from './clean';

import { recordingWithoutQueries } from './cleanRecording';

const advertiser = { remote: 'mf-advertiser', version: '1.2.0' };
const publisher = { remote: 'mf-publisher', version: '3.0.0' };
const shell = { filename: 'https://app.test/assets/shell/main.js' };
const teamOf = (remote: string) => ({ 'mf-advertiser': 'advertisers' })[remote];

/** Stacks as Sentry writes them: of each exception the outermost call first; what was thrown behind its causes. */
function event(...stacks: object[][]): ErrorEvent {
  const values = stacks.map((frames, index) => ({ value: `reason ${index}`, stacktrace: { frames } }));
  return { type: undefined, exception: { values } };
}
const of = (module_metadata: object) => ({ filename: 'https://app.test/x.js', module_metadata });

test.each<[string, ErrorEvent, object | undefined]>([
  ['the only remote', event([shell, of(advertiser)]), advertiser],
  ['the one nearest to the error', event([of(publisher), shell, of(advertiser), shell]), advertiser],
  ["that of what was thrown before its cause's", event([of(publisher)], [of(advertiser)]), advertiser],
  ["its cause's when it names none itself", event([of(publisher)], [shell]), publisher],
  ['none for the shell', event([shell]), undefined],
  ['none without a stack', { type: undefined, message: 'x' }, undefined],
])('an error belongs to %s', (_, given, expected) => {
  expect(remoteInStack(given)).toEqual(expected);
});

test('an event carries remote, version, team and their release', () => {
  expect(prepareEvent(event([of(advertiser)]), null, { teamOf })).toMatchObject({
    release: 'mf-advertiser@1.2.0',
    tags: { ...advertiser, team: 'advertisers' },
  });
});

test('who reported it knows better than the stack', () => {
  const given = { ...event([of(publisher)]), tags: { ...advertiser, phase: 'load' } };
  expect(prepareEvent(given, null, { teamOf })?.tags).toEqual({
    ...advertiser,
    phase: 'load',
    team: 'advertisers',
  });
});

test("an event of the shell keeps the shell's release and names no team", () => {
  const sent = prepareEvent({ ...event([shell]), release: 'shell@1.0.0' }, null, { teamOf });
  expect(sent?.release).toBe('shell@1.0.0');
  expect(sent?.tags).toEqual({});
});

test('an error that speaks of "Network" is dropped, wherever it does', () => {
  expect(prepareEvent(event([]), new Error('Network Error'), { teamOf })).toBeNull();
  const given = { type: undefined, exception: { values: [{ value: 'Network down' }, { value: 'x' }] } };
  expect(prepareEvent(given, null, { teamOf })).toBeNull();
});

test('nothing personal leaves the page', () => {
  const sent = prepareEvent(
    {
      type: undefined,
      message: 'ines@demo.test has no campaign',
      user: { id: 'u_1007', email: 'ines@demo.test', username: 'Ines', ip_address: '{{auto}}' },
      request: { url: 'https://app.test/auth/reset-password#abcdef', headers: { Referer: '/x?token=hush' } },
      extra: { csrf_token: 'hush', address: '/api/me?email=ines%40demo.test' },
      breadcrumbs: [{ category: 'fetch', data: { url: '/api/search?q=hush' } }],
      exception: { values: [{ value: 'Bearer hush was refused' }] },
    },
    null,
    { teamOf },
  );
  expect(sent?.user).toEqual({ id: 'u_1007' });
  expect(JSON.stringify(sent)).not.toMatch(/hush|ines@|ines%40|abcdef|"Ines"|auto/);
});

test('of a click only the place is kept, of a call its address without the query', () => {
  const click = { category: 'ui.click', message: 'div.row > button#go.big[aria-label="Call Ines Vidal"]' };
  expect(withoutSecretsInBreadcrumb(click)?.message).toBe('div.row > button#go.big');
  const call = { category: 'fetch', data: { url: '/api/search?q=hush', status_code: 200 } };
  expect(withoutSecretsInBreadcrumb(call)?.data).toEqual({ url: '/api/search', status_code: 200 });
  expect(withoutSecretsInBreadcrumb({ category: 'navigation' })).toEqual({ category: 'navigation' });
});

test('spans lose their queries', () => {
  const span = {
    trace_id: 'a',
    span_id: 'b',
    name: 'GET /api/search?q=hush',
    start_timestamp: 1,
    status: 'ok' as const,
    is_segment: false,
    attributes: { 'url.full': 'https://app.test/api/search?q=hush', 'http.response.status_code': 200 },
  };
  const sent = withoutSecretsInSpan(span);
  expect(sent.name).toBe('GET /api/search');
  expect(sent.attributes).toEqual({
    'url.full': 'https://app.test/api/search',
    'http.response.status_code': 200,
  });
});

test('addresses in a recording end with their path, and everything else is kept', () => {
  const events = [
    { type: 4, data: { href: 'https://app.test/advertiser/campaigns?search=ines#token=hush', width: 900 } },
    { type: 5, data: { payload: { description: '/api/me?email=x%40y.test', text: '***** ?' } } },
  ];
  const cleaned = recordingWithoutQueries(`{"segment_id":0}\n${JSON.stringify(events)}`);
  const [header, body = ''] = cleaned.split('\n');
  expect(header).toBe('{"segment_id":0}');
  expect(JSON.parse(body)).toEqual([
    { type: 4, data: { href: 'https://app.test/advertiser/campaigns', width: 900 } },
    { type: 5, data: { payload: { description: '/api/me', text: '***** ?' } } },
  ]);
});
