import { type RenderedRemote, renderRemote, reply, type StubRoutes } from '@ezdash/remote-kit/testing';
import { failureOf, ProofCancelled } from '@ezdash/store';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import texts from '../../../locales/en.json';
import { resetSending } from '../writeLog';
import { DebugProofHost } from './DebugProofHost';
import { useDebugProof } from './useDebugProof';

const refused = { status: 403, message: 'Confirm that it is you', code: 'REAUTH_REQUIRED', errors: {} };
let rendered: RenderedRemote | undefined;
let run: ReturnType<typeof useDebugProof>['run'];

function Page({ hosts }: { hosts: number }) {
  run = useDebugProof().run;
  return Array.from({ length: hosts }, (_, host) => `host ${host}`).map((key) => (
    <DebugProofHost key={key} />
  ));
}
function show(routes: StubRoutes = {}, hosts = 1): RenderedRemote {
  rendered = renderRemote(<Page hosts={hosts} />, {
    routes: { 'POST /debug-tool/prove': { proven_until: '2026-11-21T14:05:00Z' }, ...routes },
    texts: { debug: texts },
  });
  return rendered;
}
/** Refused until `prove` was called. */
function guarded(remote: RenderedRemote) {
  return jest.fn(async () => {
    if (remote.calls.some(({ path }) => path === '/debug-tool/prove')) return 'done';
    throw refused;
  });
}
const dialog = () => screen.findByRole('dialog', { name: 'Confirm that it is you' });
const password = async () => within(await dialog()).getByLabelText('Password', { selector: 'input' });
/** Begins it inside act, and catches what it rejects with. */
async function begin(action: () => Promise<unknown>) {
  let outcome: Promise<unknown> = Promise.resolve();
  await act(async () => {
    outcome = run(action).catch((error: unknown) => error);
  });
  return outcome === undefined ? outcome : { outcome };
}

beforeEach(() => {
  window.localStorage.clear();
  resetSending();
});
afterEach(() => rendered?.unmount());

test('what needs no proof is done at once', async () => {
  show();
  expect(await run(async () => 7)).toBe(7);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('another refusal is handed on', async () => {
  show();
  const error = { ...refused, code: 'FORBIDDEN' };
  const begun = await begin(() => Promise.reject(error));
  expect(await begun?.outcome).toBe(error);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the password is asked for once, also by two places, and the action is done after it', async () => {
  const remote = show({}, 2);
  const action = guarded(remote);
  const begun = await begin(action);
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
  await userEvent.type(await password(), 'secret words{Enter}');
  expect(await begun?.outcome).toBe('done');
  expect(action).toHaveBeenCalledTimes(2);
  expect(remote.calls.filter(({ path }) => path === '/debug-tool/prove').map(({ body }) => body)).toEqual([
    { password: 'secret words' },
  ]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('Escape: nothing is done, and nothing failed', async () => {
  const remote = show();
  const action = guarded(remote);
  const begun = await begin(action);
  await password();
  await userEvent.keyboard('{Escape}');
  const error = await begun?.outcome;
  expect(error).toBeInstanceOf(ProofCancelled);
  expect(failureOf(error)).toBeNull();
  expect(action).toHaveBeenCalledTimes(1);
});

test('a wrong password and a code that is wanted are said in place; the password stays', async () => {
  const remote = show({
    'POST /debug-tool/prove': reply(422, { message: 'The password is wrong', code: 'WRONG_PASSWORD' }),
  });
  const begun = await begin(guarded(remote));
  await userEvent.type(await password(), 'secret{Enter}');
  expect((await screen.findByRole('alert')).textContent).toBe('The password is wrong');
  remote.answer({
    'POST /debug-tool/prove': reply(422, { message: 'Enter the six digits', code: 'CODE_NEEDED' }),
  });
  await userEvent.type(await password(), 's{Enter}');
  const code = await screen.findByRole('textbox', { name: 'Code' });
  expect(document.activeElement).toBe(code);
  remote.answer({ 'POST /debug-tool/prove': { proven_until: '2026-11-21T14:05:00Z' } });
  await userEvent.type(code, '123 456{Enter}');
  await begun?.outcome;
  expect(remote.calls.at(-1)?.body ?? remote.calls.at(-2)?.body).toEqual({
    password: 'secrets',
    code: '123 456',
  });
});

test('without a place to ask, the refusal is what there is', async () => {
  show({}, 0);
  const begun = await begin(() => Promise.reject(refused));
  expect(await begun?.outcome).toBe(refused);
});
