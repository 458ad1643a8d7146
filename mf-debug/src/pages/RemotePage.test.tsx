import { type Call, fillIn, type RenderedRemote, reply } from '@ezdash/remote-kit/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { makeEvent, makeRelease, makeState, makeVerdict } from '../testing/releaseData';
import {
  AT,
  active,
  answer,
  changed,
  choose,
  dialog,
  GET,
  HISTORY,
  sent,
  showRemote,
} from '../testing/showRemote';

let rendered: RenderedRemote | undefined;
function show(...given: Parameters<typeof showRemote>): RenderedRemote {
  rendered = showRemote(...given);
  return rendered;
}
afterEach(() => rendered?.unmount());

test('shows what visitors get, the releases, and who changed what', async () => {
  show({
    [GET]: answer({
      state: makeState({
        canary: { version: '1.4.0', percent: 2.5, since: '2025-11-21T09:00:00.000Z' },
        pins: [
          {
            subject: { kind: 'user', user_id: 'u_102a', email: 'ines@halden.example' },
            version: '1.4.0',
            until: '2099-01-01T09:00:00.000Z',
          },
          { subject: { kind: 'session', session: 'c0ffee' }, version: '1.3.1', until: null },
        ],
        planned: [
          { id: 3, version: '1.5.0', at: '2099-11-24T14:00:00.000Z', why: 'after the fair', by: 'ops' },
        ],
      }),
      releases: [
        makeRelease({
          verdict: makeVerdict({ entry: 'It answers 404.', render: 'It throws.' }),
          trouble: { failures: 4, page_loads: 80 },
        }),
        active,
        makeRelease({ version: '1.3.1', publisher: 'start', commit: null }),
      ],
    }),
    [HISTORY]: {
      events: [
        makeEvent({ id: 9, event: 'canary', version: '1.4.0', percent: 2.5, why: 'with care' }),
        makeEvent({
          id: 10,
          event: 'pinned',
          version: '1.4.0',
          subject: 'u_10ru',
          subject_email: 'ines@halden.example',
          by: 'admin',
        }),
        makeEvent({ id: 8, event: 'rolled_back', version: '1.3.1', by: 'network', why: '12 of 80 failed' }),
      ],
      next: null,
    },
  });
  const state = within(await screen.findByRole('region', { name: 'What visitors get' }));
  state.getByText('Active, 97.5%');
  state.getByText('Canary, 2.5%');
  state.getByText('a rollback leads here');
  const plans = within(screen.getByRole('region', { name: 'Planned activations' }));
  plans.getByText('1.5.0 on 24 Nov 2099, 14:00');
  plans.getByText('after the fair');
  const pins = within(screen.getByRole('region', { name: 'Pins' }));
  expect(pins.getByRole('link', { name: 'ines@halden.example' }).getAttribute('href')).toMatch(
    /^\/admin\/users\/\d+$/,
  );
  pins.getByText('gets 1.4.0 until 1 Jan 2099, 09:00');
  pins.getByText('c0ffee', { selector: 'bdi' });
  const tried = within(screen.getByRole('row', { name: /1\.4\.0/ }));
  tried.getByText('60dba051');
  tried.getByText('advertisers, CI');
  tried.getByText('185');
  tried.getByText('2 checks failed');
  tried.getByText('4 of 80 page loads');
  within(screen.getByRole('row', { name: /1\.3\.1/ })).getByText('the server, as it started');
  const history = within(screen.getByRole('region', { name: 'History' }));
  expect(await history.findByText('1.4.0 given to 2.5% of visitors')).toBeTruthy();
  history.getByText('with care');
  history.getByText('1.4.0 pinned for ines@halden.example');
  history.getByText('an operator');
  history.getByText('Rolled back to 1.3.1');
  history.getByText('the network, by itself');
});

test('says in words what an activation means, and asks why', async () => {
  const { calls } = show({
    [GET]: answer({
      state: makeState({ canary: { version: '1.3.9', percent: 10, since: '2025-11-21T09:00:00.000Z' } }),
    }),
    [`POST ${AT}/activate`]: changed,
  });
  await choose('1.4.0', 'Activate');
  const form = await dialog();
  form.getByText('Everybody gets 1.4.0 instead of 1.3.2 at once, open tabs too.');
  form.getByText('The canary of 1.3.9 ends with it.');
  await fillIn(form.getByLabelText('Why (optional)'), ' The fix for the wizard ');
  await userEvent.click(form.getByRole('button', { name: 'Activate' }));
  expect(await screen.findByText('Everybody gets 1.4.0 now')).toBeTruthy();
  expect(sent(calls, '/activate')[0]?.body).toEqual({ version: '1.4.0', why: 'The fix for the wizard' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('an activation is planned for a time to come', async () => {
  const { calls } = show({ [GET]: answer(), [`POST ${AT}/activate`]: changed });
  await choose('1.4.0', 'Activate');
  const form = await dialog();
  await userEvent.click(form.getByRole('radio', { name: 'At a time' }));
  const time = form.getByRole('textbox', { name: 'Day and time, UTC' });
  await fillIn(time, '2020-01-01 10:00');
  await userEvent.click(form.getByRole('button', { name: 'Plan it' }));
  form.getByText('Choose a time that is still to come');
  await userEvent.clear(time);
  await fillIn(time, '2099-11-24 14:00');
  form.getByText('Everybody gets 1.4.0 instead of 1.3.2 on 24 Nov 2099, 14:00 (UTC), open tabs too.');
  await userEvent.click(form.getByRole('button', { name: 'Plan it' }));
  expect(await screen.findByText('1.4.0 is activated on 24 Nov 2099, 14:00')).toBeTruthy();
  expect(sent(calls, '/activate')[0]?.body).toEqual({
    version: '1.4.0',
    why: '',
    at: '2099-11-24T14:00:00.000Z',
  });
});

test('says what the gate does while it works, and names what it refused', async () => {
  let release: (answer: unknown) => void = () => {};
  const { calls } = show({
    [GET]: answer(),
    [`POST ${AT}/activate`]: () =>
      new Promise((resolve) => {
        release = resolve;
      }),
  });
  await choose('1.4.0', 'Activate');
  const form = await dialog();
  await fillIn(form.getByLabelText('Why (optional)'), 'The fix');
  await userEvent.click(form.getByRole('button', { name: 'Activate' }));
  const busy = await form.findByRole('button', { name: 'The gate tries it' });
  expect(busy.getAttribute('aria-busy')).toBe('true');
  expect(form.getByRole('status').textContent).toMatch(/takes up to 20 seconds/);
  await userEvent.click(busy);
  expect(sent(calls, '/activate')).toHaveLength(1);
  release(
    reply(409, {
      message: 'The gate refused it',
      code: 'GATE_REFUSED',
      requestId: 'r1',
      verdict: makeVerdict({ entry: 'remoteEntry.js answers 404.', exposes: 'It has no ./App.' }),
    }),
  );
  expect(await form.findByText('1.4.0 was not activated')).toBeTruthy();
  form.getByText('Entry in a browser');
  form.getByText('remoteEntry.js answers 404.');
  form.getByText('It has no ./App.');
  const folded = form.getByText('8 checks passed').closest('details');
  expect(folded?.open).toBe(false);
  expect(form.getByLabelText<HTMLTextAreaElement>('Why (optional)').value).toBe('The fix');
});

test('the second press of a double click changes nothing', async () => {
  const { calls } = show({ [GET]: answer(), [`POST ${AT}/rollback`]: changed });
  await userEvent.click(await screen.findByRole('button', { name: 'Roll back to 1.3.1' }));
  const form = await dialog();
  form.getByText('It does not wait for the gate: visitors had 1.3.1 before.');
  const verb = form.getByRole('button', { name: 'Roll back to 1.3.1' });
  expect(fireEvent.click(verb, { detail: 2 })).toBe(false);
  expect(sent(calls, '/rollback')).toEqual([]);
  form.getByText('Everybody gets 1.3.1 again instead of 1.3.2 at once, open tabs too.');
  await userEvent.click(verb);
  expect(await screen.findByText('Everybody gets 1.3.1 again')).toBeTruthy();
  expect(sent(calls, '/rollback').map(({ body }) => body)).toEqual([{ to: '1.3.1', why: '' }]);
});

test('gives a release to a share of visitors, and changes the share', async () => {
  let canary: { version: string; percent: number; since: string } | null = null;
  const { calls } = show({
    [GET]: () => answer({ state: makeState({ canary }) }),
    [`POST ${AT}/canary`]: ({ body }: Call) => {
      const { version, percent } = body as { version: string; percent: number };
      canary = { version, percent, since: '2025-11-21T09:00:00.000Z' };
      return changed;
    },
    [`POST ${AT}/canary/stop`]: () => {
      canary = null;
      return changed;
    },
  });
  await choose('1.4.0', 'Begin a canary');
  const form = await dialog();
  form.getByText('10% of visitors get 1.4.0 at once, open tabs too. Everybody else keeps 1.3.2.');
  const share = form.getByRole('textbox', { name: 'Share of visitors' });
  await userEvent.clear(share);
  await fillIn(share, '100');
  await userEvent.click(form.getByRole('button', { name: 'Begin the canary' }));
  form.getByText('Enter a share from 0.1% to 99.9%');
  fireEvent.change(form.getByRole('slider', { name: 'Share of visitors' }), { target: { value: '25' } });
  expect(form.getByRole<HTMLInputElement>('textbox', { name: 'Share of visitors' }).value).toBe('25');
  await userEvent.clear(share);
  await fillIn(share, '0.5');
  await userEvent.click(form.getByRole('button', { name: 'Begin the canary' }));
  expect(await screen.findByText('0.5% of visitors get 1.4.0 now')).toBeTruthy();
  expect(sent(calls, '/canary')[0]?.body).toEqual({ version: '1.4.0', percent: 0.5, why: '' });

  await choose('1.4.0', 'Change the share');
  (await dialog()).getByText('It was 0.5%. With a larger share, all who have it keep it.');
  await userEvent.click((await dialog()).getByRole('button', { name: 'Cancel' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Stop the canary' }));
  const stop = await dialog();
  stop.getByText('Everybody gets 1.3.2 at once, open tabs too; nobody gets 1.4.0 any more.');
  await userEvent.click(stop.getByRole('button', { name: 'Stop the canary' }));
  expect(await screen.findByText('The canary of 1.4.0 is over')).toBeTruthy();
});

test('says what the server comes with that nobody was given, and leads to its activation', async () => {
  show({
    [GET]: answer({ state: makeState({ built: '1.4.0' }) }),
    [HISTORY]: {
      events: [
        makeEvent({ event: 'built', version: '1.4.0', by: 'start', why: '1.3.2 was activated by people' }),
      ],
      next: null,
    },
  });
  const notice = within(await screen.findByRole('note'));
  notice.getByText('1.4.0 is built into the server, and nobody was given it');
  expect(await screen.findByText('1.4.0 came built into the server, and was not activated')).toBeTruthy();
  await userEvent.click(notice.getByRole('button', { name: 'Activate' }));
  (await dialog()).getByText('Everybody gets 1.4.0 instead of 1.3.2 at once, open tabs too.');
});

test('has the gate look at a release, and shows check by check what it found', async () => {
  let verdict: ReturnType<typeof makeVerdict> | null = null;
  show({
    [GET]: () => answer({ releases: [makeRelease({ verdict }), active] }),
    [`POST ${AT}/check`]: () => {
      verdict = makeVerdict({ budget: 'Its entry has 9.1 kB, of 8 kB.' });
      return verdict;
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: /What the gate says of 1\.4\.0/ }));
  const drawer = await dialog();
  drawer.getByText(/The gate has not looked at it/);
  await userEvent.click(drawer.getByRole('button', { name: 'Check now' }));
  expect(await drawer.findByText('Its entry has 9.1 kB, of 8 kB.')).toBeTruthy();
  drawer.getByText('1 check failed');
  drawer.getByText('b7f21c');
});

test('a check that was not made is said where it was asked for', async () => {
  show({
    [GET]: answer(),
    [`POST ${AT}/check`]: reply(503, { message: 'Too busy', code: 'X', requestId: 'r9' }),
  });
  await choose('1.4.0', 'Check');
  const drawer = await dialog();
  expect(await drawer.findByText('The gate did not look at it')).toBeTruthy();
  drawer.getByText(/r9/);
});

test('older releases and older events come on request', async () => {
  const { calls } = show({
    [GET]: ({ query }: Call) =>
      query.before === undefined
        ? answer({ releases: [makeRelease()], next: '1.4.0' })
        : answer({ releases: [active] }),
    [HISTORY]: ({ query }: Call) =>
      query.before === undefined
        ? { events: [makeEvent({ id: 9, version: '1.3.2' })], next: 9 }
        : { events: [makeEvent({ id: 2, event: 'published', version: '1.3.2' })], next: null },
  });
  const releases = within(await screen.findByRole('region', { name: 'Releases' }));
  const history = within(screen.getByRole('region', { name: 'History' }));
  await userEvent.click(await releases.findByRole('button', { name: 'Show older' }));
  expect(await releases.findByRole('row', { name: /1\.3\.2/ })).toBeTruthy();
  await userEvent.click(await history.findByRole('button', { name: 'Show older' }));
  expect(await history.findByText('1.3.2 published')).toBeTruthy();
  expect(calls.filter(({ query }) => query.before !== undefined)).toHaveLength(2);
});

test('tells a remote of which nothing is active, one that is not there, and one that fails, apart', async () => {
  show({ [GET]: answer({ state: makeState({ active: null, previous: null }), releases: [] }) });
  expect(await screen.findByText('Visitors get nothing of it yet')).toBeTruthy();
  screen.getByText('No release yet');
  expect(await screen.findByText('Nothing yet')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Roll back/ })).toBeNull();
  rendered?.unmount();
  show({ [GET]: reply(404, { message: 'There is none', code: 'NO_SUCH_REMOTE' }) });
  expect(await screen.findByText('There is no such remote')).toBeTruthy();
  rendered?.unmount();
  show({ [GET]: reply(500, { message: 'Busy', code: 'X', requestId: 'r9' }) });
  expect(await screen.findByText('The remote could not be loaded')).toBeTruthy();
  expect(screen.getByText(/r9/)).toBeTruthy();
});

test('the address of the tokens is no remote', async () => {
  const { calls } = show({ 'GET /api/operator/releases/tokens': { tokens: [] } }, 'tokens');
  expect(await screen.findByText('There is no such remote')).toBeTruthy();
  expect(calls.filter(({ path }) => path.startsWith('/api/operator/releases'))).toEqual([]);
});

test('a version too long for a button stands in the question', async () => {
  const long = `1.3.1-${'a'.repeat(74)}`;
  show({ [GET]: answer({ state: makeState({ previous: long }) }) });
  await userEvent.click(await screen.findByRole('button', { name: 'Roll back' }));
  (await dialog()).getByText(`Everybody gets ${long} again instead of 1.3.2 at once, open tabs too.`);
});
