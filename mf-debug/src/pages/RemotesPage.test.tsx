import type { ReleaseToken } from '@ezdash/contracts';
import {
  type Call,
  fakeLive,
  fillIn,
  type RenderedRemote,
  renderRemote,
  reply,
  type StubRoutes,
} from '@ezdash/remote-kit/testing';
import { liveChannels, startBridge, useAppStore, useLive } from '@ezdash/store';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect } from 'react';
import texts from '../locales/en.json';
import { admin } from '../testing/consoleData';
import { makeSummary, makeToken } from '../testing/releaseData';
import { RemotesPage } from './RemotesPage';

const GET = 'GET /api/operator/releases';
const TOKENS = 'GET /api/operator/releases/tokens';
const MAKE = 'POST /api/operator/releases/tokens';
const REVOKE = 'POST /api/operator/releases/tokens/:id/revoke';
const SECRET = `rel_${'k'.repeat(43)}`;

/** As the shell does it. */
function Live() {
  const store = useAppStore();
  useEffect(() => startBridge(store, liveChannels), [store]);
  useLive('releases', undefined, {});
  return null;
}

let rendered: RenderedRemote | undefined;
function show(routes: StubRoutes, path = '/admin/remotes'): RenderedRemote {
  rendered = renderRemote(
    <>
      <Live />
      <RemotesPage />
    </>,
    { path, user: admin, texts: { debug: texts }, routes: { 'POST /debug-tool/log': {}, ...routes } },
  );
  return rendered;
}
afterEach(() => rendered?.unmount());
const dialog = async () => within(await screen.findByRole('dialog'));

test('lists what visitors get of every remote', async () => {
  show({
    [GET]: {
      remotes: [
        makeSummary({
          canary: { version: '1.4.0', percent: 12.5, since: '2025-11-21T09:00:00.000Z' },
          pins: [{ subject: { kind: 'session', session: 'a1' }, version: '1.4.0', until: null }],
          planned: [
            { id: 1, version: '1.5.0', at: '2099-11-24T14:00:00.000Z', why: '', by: 'ops' },
            { id: 2, version: '1.6.0', at: '2099-11-25T14:00:00.000Z', why: '', by: 'ops' },
          ],
        }),
        makeSummary({
          remote: 'mf-new',
          team: null,
          active: null,
          previous: null,
          trouble: { failures: 0, page_loads: 0 },
        }),
      ],
    },
  });
  const row = within(await screen.findByRole('row', { name: /mf-advertiser/ }));
  expect(row.getByRole('link', { name: 'mf-advertiser' }).getAttribute('href')).toBe(
    '/admin/remotes/mf-advertiser',
  );
  row.getByText('advertisers');
  row.getByText('1.3.2');
  row.getByText('12.5% get 1.4.0');
  row.getByText('1.5.0 on 24 Nov 2099, 14:00');
  row.getByText('and 1 more');
  row.getByText('0.4%');
  row.getByText('3 of 812 page loads');
  // How long ago, and when that was.
  row.getByText(/\w, 20 Nov 2025, 09:00$/);
  within(screen.getByRole('row', { name: /mf-new/ })).getByText('names no team');
});

test('an activation elsewhere is shown as soon as it is told', async () => {
  let version = '1.3.2';
  show({ [GET]: () => ({ remotes: [makeSummary({ active: { version, since: '2025-11-20T09:00:00Z' } })] }) });
  await screen.findByText('1.3.2');
  const live = await act(async () => fakeLive());
  await act(async () => live.letIn());
  version = '1.4.0';
  await act(async () =>
    live.tell('releases', 'release.activated', {
      remote: 'mf-advertiser',
      version,
      revision: 9,
      spread_ms: 0,
    }),
  );
  expect(await screen.findByText('1.4.0')).toBeTruthy();
});

test('says what the place is for, and what could not be loaded', async () => {
  show({ [GET]: { remotes: [] } });
  expect(await screen.findByText('No remote yet')).toBeTruthy();
  rendered?.unmount();
  show({ [GET]: reply(500, { message: 'Busy', code: 'X', requestId: 'r9' }) });
  expect(await screen.findByText('The remotes could not be loaded')).toBeTruthy();
  expect(screen.getByText(/Visitors keep what they have/)).toBeTruthy();
  expect(screen.getByText(/r9/)).toBeTruthy();
});

test('makes a token for a team, and shows it this once, after a double press too', async () => {
  let tokens: ReleaseToken[] = [];
  const { calls, address } = show({
    [GET]: { remotes: [] },
    [TOKENS]: () => ({ tokens }),
    [MAKE]: () => {
      tokens = [makeToken()];
      return reply(201, { token: makeToken(), secret: SECRET });
    },
  });
  await userEvent.click(await screen.findByRole('tab', { name: 'Tokens' }));
  expect(address()).toBe('/admin/remotes?show=tokens');
  await screen.findByText('No token yet');
  await userEvent.click(screen.getAllByRole('button', { name: 'New token' })[0] as HTMLElement);
  const form = await dialog();
  await userEvent.click(form.getByRole('button', { name: 'Make the token' }));
  form.getByText('A remote is called mf- and small letters');
  form.getByText('Give it a label');
  await fillIn(form.getByLabelText('Remote'), 'mf-advertiser');
  await fillIn(form.getByLabelText('Label'), 'advertisers, CI');
  await userEvent.click(form.getByRole('button', { name: 'Make the token' }));
  expect(await screen.findByText('The token is shown only this once')).toBeTruthy();
  expect(screen.getByRole('region', { name: 'Token' }).textContent).toBe(SECRET);
  expect(calls.find(({ method, path }) => method === 'POST' && path.endsWith('/tokens'))?.body).toEqual({
    remote: 'mf-advertiser',
    label: 'advertisers, CI',
    days: 90,
  });
  const kept = screen.getByRole('button', { name: 'I have the token' });
  // The second press of a double click on the button before.
  await act(async () => kept.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 2 })));
  expect(screen.getByRole('region', { name: 'Token' }).textContent).toBe(SECRET);
  await userEvent.click(kept);
  expect(await screen.findByRole('row', { name: /advertisers, CI/ })).toBeTruthy();
  expect(document.body.textContent).not.toContain(SECRET);
});

test('a token that is being made is not lost by Escape', async () => {
  let make = () => {};
  const made = new Promise<void>((resolve) => {
    make = resolve;
  });
  show(
    {
      [GET]: { remotes: [] },
      [TOKENS]: { tokens: [] },
      [MAKE]: async () => {
        await made;
        return reply(201, { token: makeToken(), secret: SECRET });
      },
    },
    '/admin/remotes?show=tokens',
  );
  await userEvent.click((await screen.findAllByRole('button', { name: 'New token' }))[0] as HTMLElement);
  const form = await dialog();
  await fillIn(form.getByLabelText('Remote'), 'mf-advertiser');
  await fillIn(form.getByLabelText('Label'), 'advertisers, CI');
  await userEvent.click(form.getByRole('button', { name: 'Make the token' }));
  await userEvent.keyboard('{Escape}');
  make();
  expect((await screen.findByRole('region', { name: 'Token' })).textContent).toBe(SECRET);
});

test('an operators’ token opens all remotes', async () => {
  const { calls } = show(
    {
      [TOKENS]: { tokens: [] },
      [MAKE]: reply(201, { token: makeToken({ remote: null, label: 'ops' }), secret: SECRET }),
    },
    '/admin/remotes?show=tokens',
  );
  await userEvent.click((await screen.findAllByRole('button', { name: 'New token' }))[0] as HTMLElement);
  const form = await dialog();
  await userEvent.click(form.getByRole('radio', { name: 'All remotes' }));
  expect(form.queryByLabelText('Remote')).toBeNull();
  await fillIn(form.getByLabelText('Label'), 'ops');
  await userEvent.click(form.getByRole('button', { name: 'Make the token' }));
  expect(await screen.findByText(/handles the releases of all remotes until/)).toBeTruthy();
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
    remote: null,
    label: 'ops',
    days: 90,
  });
});

test('revokes a token after a question, and says what was not revoked', async () => {
  let revoked_at: string | null = null;
  show(
    {
      [TOKENS]: () => ({
        tokens: [
          makeToken({ revoked_at }),
          makeToken({ id: 5, label: 'late', expires_at: '2025-01-01T09:00:00.000Z' }),
          makeToken({ id: 6, label: 'gone', remote: null, last_used_at: null }),
        ],
      }),
      [REVOKE]: ({ params }: Call) => {
        if (params.id === '6') return reply(404, { message: 'This does not exist', code: 'NOT_FOUND' });
        revoked_at = '2025-11-22T09:00:00.000Z';
        return { tokens: [] };
      },
    },
    '/admin/remotes?show=tokens',
  );
  const row = within(await screen.findByRole('row', { name: /advertisers, CI/ }));
  row.getByText('Active');
  within(screen.getByRole('row', { name: /late/ })).getByText('Expired');
  expect(screen.queryByRole('button', { name: 'Revoke late' })).toBeNull();
  within(screen.getByRole('row', { name: /gone/ })).getByText('never');
  await userEvent.click(screen.getByRole('button', { name: 'Revoke advertisers, CI' }));
  const question = await dialog();
  question.getByText(/can do nothing more with it/);
  await userEvent.click(question.getByRole('button', { name: 'Revoke' }));
  expect(await screen.findByText('advertisers, CI opens nothing any more')).toBeTruthy();
  expect(await screen.findByText('on 22 Nov 2025')).toBeTruthy();
  expect(document.activeElement?.textContent).toBe('Remotes');
  await userEvent.click(screen.getByRole('button', { name: 'Revoke gone' }));
  await userEvent.click((await dialog()).getByRole('button', { name: 'Revoke' }));
  expect(await screen.findByText('The token was not revoked')).toBeTruthy();
});
