import {
  api,
  currentProof,
  failureOf,
  forgetProofs,
  ProofCancelled,
  subscribeToProof,
  useWithProof,
} from '@ezdash/store';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, useSyncExternalStore } from 'react';
import { remoteModules, renderApp, userOf } from '../../testing/renderApp';

const asModule = (Component: () => React.ReactNode) => async () => ({ default: Component });

const testApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    shellTestDanger: build.mutation<void, void>({
      query: () => ({ url: '/api/danger', method: 'POST', body: {} }),
    }),
  }),
});

/** A page that does something dangerous; the server wants a proof the first time. */
function DangerousPage() {
  const { run } = useWithProof();
  const [text, setText] = useState('');
  const [danger] = testApi.useShellTestDangerMutation();
  const act = async () => {
    try {
      await run(() => danger().unwrap());
      setText('done');
    } catch (error) {
      setText(error instanceof ProofCancelled ? 'left' : `failed: ${failureOf(error)?.status}`);
    }
  };
  return (
    <>
      <h1>Dashboard</h1>
      <button type="button" onClick={() => void act()}>
        Act
      </button>
      <p>{text}</p>
    </>
  );
}

function Proof() {
  const asked = useSyncExternalStore(subscribeToProof, currentProof);
  if (!asked) return null;
  return (
    <div role="dialog" aria-label="Proof">
      <button type="button" onClick={() => asked.answer(Date.now() + 300_000)}>
        Prove
      </button>
      <button type="button" onClick={() => asked.answer(null)}>
        Leave
      </button>
    </div>
  );
}

const modules = (proof: () => Promise<{ default: () => React.ReactNode }>) => ({
  ...remoteModules,
  'mf-advertiser/App': asModule(DangerousPage),
  'mf-settings/Proof': proof,
});
/** Wants a proof before the first time, as a server does. */
function dangerous() {
  let calls = 0;
  return () => {
    calls += 1;
    const refusal = { message: 'Confirm that it is you to go on', code: 'REAUTH_REQUIRED', requestId: 'r' };
    return calls === 1 ? Response.json(refusal, { status: 403 }) : new Response(null, { status: 204 });
  };
}

const open = async (proof = asModule(Proof)) => {
  await renderApp({
    path: '/advertiser/dashboard',
    user: userOf('advertiser'),
    answers: { 'POST /api/danger': dangerous() },
    modules: modules(proof),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Act' }));
};

beforeEach(() => forgetProofs());

test('a proof is asked for over the page of any remote, and the action runs once more', async () => {
  await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Prove' }));
  expect(await screen.findByText('done')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('who does not want to leaves it', async () => {
  await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Leave' }));
  expect(await screen.findByText('left')).toBeTruthy();
});

test('a dialog that cannot be loaded is a failure of the action, not of the page', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  await open(() => Promise.reject(new Error('No such chunk')));
  expect(await screen.findByText('failed: network')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Dashboard' })).toBeTruthy();
});
