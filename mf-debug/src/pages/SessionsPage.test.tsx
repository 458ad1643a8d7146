import type { OperatorDebugSessions } from '@ezdash/contracts';
import {
  type Call,
  fillIn,
  type RenderedRemote,
  renderRemote,
  reply,
  type StubRoutes,
} from '@ezdash/remote-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { DebugProofHost } from '../features/debugTool/proof/DebugProofHost';
import texts from '../locales/en.json';
import { admin } from '../testing/consoleData';
import { SessionsPage } from './SessionsPage';

const GET = 'GET /api/operator/debug-sessions';
const END = 'POST /api/operator/debug-sessions/:id/end';
const own = {
  id: 7,
  current: true,
  admin: { email: admin.email },
  device: 'Chrome on Linux',
  created_at: '2025-11-21T09:00:00.000Z',
  last_used_at: '2025-11-21T09:05:00.000Z',
  ends_at: '2025-11-21T09:20:00.000Z',
};
const other = {
  ...own,
  id: 8,
  current: false,
  admin: { email: 'joao@ezdash.test' },
  device: 'Firefox on Windows',
};

let rendered: RenderedRemote | undefined;
function show(routes: StubRoutes): RenderedRemote {
  rendered = renderRemote(
    <>
      <SessionsPage />
      <DebugProofHost />
    </>,
    {
      path: '/admin/sessions',
      user: admin,
      texts: { debug: texts },
      routes: { 'POST /debug-tool/log': {}, ...routes },
    },
  );
  return rendered;
}
afterEach(() => rendered?.unmount());

test('says who is signed in where, and ends the session of another after a proof', async () => {
  let live: OperatorDebugSessions['sessions'] = [own, other];
  let proved = false;
  const remote = show({
    [GET]: () => ({ sessions: live }),
    'POST /debug-tool/prove': () => {
      proved = true;
      return { proven_until: '2099-01-01T00:00:00Z' };
    },
    [END]: ({ params }: Call) => {
      if (!proved) return reply(403, { message: 'Confirm', code: 'REAUTH_REQUIRED' });
      live = live.filter(({ id }) => String(id) !== params.id);
      return { sessions: live };
    },
  });
  expect((await screen.findByText('Chrome on Linux')).parentElement?.textContent).toBe(
    'Chrome on Linux · this one',
  );
  await userEvent.click(screen.getByRole('button', { name: 'End joao@ezdash.test, Firefox on Windows' }));
  const question = await screen.findByRole('dialog');
  expect(question.textContent).toContain('End the debug session of joao@ezdash.test?');
  await userEvent.click(within(question).getByRole('button', { name: 'End' }));
  await fillIn(await screen.findByLabelText('Password'), 'a password');
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByText('joao@ezdash.test')).toBeNull());
  expect(remote.calls.filter(({ path }) => path.endsWith('/8/end'))).toHaveLength(2);
});

test('what was not ended is said on the page', async () => {
  show({ [GET]: { sessions: [own] }, [END]: reply(500, { message: 'Busy', code: 'X' }) });
  await userEvent.click(await screen.findByRole('button', { name: /^End mara/ }));
  const question = await screen.findByRole('dialog');
  expect(question.textContent).toContain('End your own debug session?');
  await userEvent.click(within(question).getByRole('button', { name: 'End' }));
  expect(await screen.findByText('It was not ended')).toBeTruthy();
});

test('says that they could not be loaded', async () => {
  show({ [GET]: reply(500, { message: 'Busy', code: 'X' }) });
  expect(await screen.findByText('Debug sessions could not be loaded')).toBeTruthy();
});
