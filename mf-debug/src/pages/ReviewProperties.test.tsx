import {
  type Call,
  fillIn,
  type RenderedRemote,
  renderRemote,
  reply,
  type StubRoutes,
} from '@ezdash/remote-kit/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { propertyChecksOf } from '../features/review/propertyChecks';
import texts from '../locales/en.json';
import { admin, makeProperty } from '../testing/consoleData';
import { ReviewPage } from './ReviewPage';

const DECIDE = 'POST /api/operator/properties/:id';
const first = makeProperty();
const second = makeProperty({ id: 'p_1001', name: 'Harbour News', domain: 'harbour.example', zones: [] });

let rendered: RenderedRemote | undefined;
function show(routes: StubRoutes = {}): RenderedRemote {
  let properties = [first, second];
  rendered = renderRemote(<ReviewPage />, {
    path: '/admin/review?show=properties',
    user: admin,
    texts: { debug: texts },
    routes: {
      'GET /api/operator/reviews': { reviews: [], decided_today: 0 },
      'GET /api/operator/properties': () => ({ properties }),
      [DECIDE]: ({ params }: Call) => {
        properties = properties.filter(({ id }) => id !== params.id);
        return {};
      },
      ...routes,
    },
  });
  return rendered;
}
const heading = (name: string) => screen.findByRole('heading', { name, level: 2 });
const sent = ({ calls }: RenderedRemote) => calls.filter(({ method }) => method === 'POST');

beforeEach(() => window.localStorage.clear());
afterEach(() => rendered?.unmount());

test('properties lie on the same desk, counted beside the campaigns', async () => {
  const remote = show();
  await heading('Alpine Weather');
  expect(screen.getByText('2 properties wait')).toBeTruthy();
  expect(screen.getByRole('radio', { name: 'Properties (2)' })).toBeTruthy();
  await userEvent.click(screen.getByRole('radio', { name: 'Campaigns (0)' }));
  expect(await screen.findByText('Nothing waits for review')).toBeTruthy();
  expect(remote.address()).toBe('/admin/review');
});

test('A approves and lays the next on the desk, S skips', async () => {
  const remote = show();
  await heading('Alpine Weather');
  await userEvent.keyboard('s');
  await heading('Harbour News');
  await userEvent.keyboard('s');
  await heading('Alpine Weather');
  await userEvent.keyboard('a');
  await heading('Harbour News');
  expect(sent(remote).map(({ path, body }) => [path, body])).toEqual([
    ['/api/operator/properties/p_1000', { decision: 'approve', message: '' }],
  ]);
  await waitFor(() => expect(screen.getByText('1 property waits')).toBeTruthy());
});

test('R wants a reason for the publisher, and sends it', async () => {
  const remote = show();
  await heading('Alpine Weather');
  await userEvent.keyboard('r');
  expect(await screen.findByText('Say why it is rejected')).toBeTruthy();
  const field = screen.getByLabelText('To the publisher');
  expect(document.activeElement).toBe(field);
  expect(sent(remote)).toEqual([]);
  await fillIn(field, 'The site does not answer');
  await userEvent.click(screen.getByRole('button', { name: /^Reject/ }));
  await heading('Harbour News');
  expect(sent(remote)[0]?.body).toEqual({ decision: 'reject', message: 'The site does not answer' });
  expect(screen.getByLabelText<HTMLTextAreaElement>('To the publisher').value).toBe('');
});

test('a decision that fails says so, and keeps what was written', async () => {
  show({ [DECIDE]: reply(500, { message: 'Busy', code: 'X' }) });
  await heading('Alpine Weather');
  await fillIn(screen.getByLabelText('To the publisher'), 'Words');
  await userEvent.click(screen.getByRole('button', { name: /^Reject/ }));
  expect(await screen.findByText('The decision on Alpine Weather was not saved')).toBeTruthy();
  expect(screen.getByLabelText<HTMLTextAreaElement>('To the publisher').value).toBe('Words');
});

test('nothing that waits says what the place is for', async () => {
  show({ 'GET /api/operator/properties': { properties: [] } });
  expect(await screen.findByText('No property waits for review')).toBeTruthy();
});

test('checks say what the server knows of a site', () => {
  const keys = (change: Parameters<typeof makeProperty>[0]) =>
    propertyChecksOf(makeProperty(change)).map(({ key, passed }) => `${key} ${passed}`);
  expect(keys({})).toEqual([
    'verification.none false',
    'tag.never false',
    'zones.some true',
    'domain.own true',
    'lookalikes.none true',
    'publisher.active true',
  ]);
  const publisher = { ...first.publisher, status: 'suspended' as const };
  const zone = { name: 'Top', kind: 'banner' as const, width: 300, height: 250 };
  expect(
    keys({
      same_domain: 1,
      publisher,
      zones: [{ ...zone, last_request_at: '2025-11-21T09:00:00.000Z' }],
      verification: { method: 'dns', verified_at: '2025-11-21T09:00:00.000Z' },
      lookalikes: ['w3ather.example'],
    }),
  ).toEqual([
    'verification.dns true',
    'tag.seen true',
    'zones.some true',
    'domain.shared false',
    'lookalikes.some false',
    'publisher.notActive false',
  ]);
  expect(keys({ zones: [] })).toContain('zones.none false');
});

test('a verified site says by what, and what it looks like', async () => {
  show({
    'GET /api/operator/properties': {
      properties: [
        makeProperty({
          state: 'verified',
          domain: 'xn--wtter-gra.example',
          domain_shown: 'wätter.example',
          verification: { method: 'file', verified_at: '2025-11-21T09:00:00.000Z' },
          lookalikes: ['watter.example'],
        }),
      ],
    },
  });
  await heading('Alpine Weather');
  expect(screen.getByText(/^by a file on the site, /)).toBeTruthy();
  expect(screen.getByText('looks like watter.example')).toBeTruthy();
  expect(screen.getByRole('link', { name: /wätter\.example.*\(xn--wtter-gra\.example\)/ })).toBeTruthy();
});
