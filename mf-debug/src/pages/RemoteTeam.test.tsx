import type { RemoteTeam } from '@ezdash/contracts';
import { fillIn, type RenderedRemote, reply } from '@ezdash/remote-kit/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { makeVerdict } from '../testing/releaseData';
import { AT, answer, choose, dialog, GET, sent, showRemote, TEAM } from '../testing/showRemote';

let rendered: RenderedRemote | undefined;
function show(...given: Parameters<typeof showRemote>): RenderedRemote {
  rendered = showRemote(...given);
  return rendered;
}
afterEach(() => rendered?.unmount());

const team: RemoteTeam = {
  members: [
    {
      id: 'u_102a',
      email: 'ines@halden.example',
      added_by: 'mara@ezdash.test',
      added_at: '2099-11-20T09:00:00.000Z',
    },
  ],
  overrides: [
    {
      id: 7,
      remote: 'mf-advertiser',
      version: '1.4.0',
      taken_at: '2099-11-24T14:00:00.000Z',
      ends_at: '2099-11-24T15:00:00.000Z',
      email: 'ines@halden.example',
    },
    {
      id: 8,
      remote: 'mf-advertiser',
      version: 'local build 3',
      taken_at: '2099-11-24T14:00:00.000Z',
      ends_at: '2099-11-24T15:00:00.000Z',
      email: null,
    },
  ],
};
const panel = async (name: string) => within(await screen.findByRole('region', { name }));

test('puts somebody on the team by e-mail', async () => {
  const { calls } = show({ [GET]: answer(), [`POST ${AT}/team`]: reply(201, team) });
  await (await panel('Team')).findByText('Nobody yet. Only admins can use links to releases.');
  await userEvent.click(screen.getByRole('button', { name: 'Add to team' }));
  const form = await dialog();
  await userEvent.click(form.getByRole('button', { name: 'Add' }));
  form.getByText('Enter an e-mail address');
  await fillIn(form.getByRole('textbox', { name: 'E-mail address' }), ' ines@halden.example ');
  await userEvent.click(form.getByRole('button', { name: 'Add' }));
  expect(await screen.findByText('ines@halden.example is on the team')).toBeTruthy();
  expect(sent(calls, '/team').flatMap(({ body }) => (body ? [body] : []))).toEqual([
    { email: 'ines@halden.example' },
  ]);
});

test('says when there is no such account', async () => {
  show({
    [GET]: answer(),
    [`POST ${AT}/team`]: reply(404, { message: 'No account has this address', code: 'NO_SUCH_ACCOUNT' }),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Add to team' }));
  const form = await dialog();
  await fillIn(form.getByRole('textbox', { name: 'E-mail address' }), 'nobody@halden.example');
  await userEvent.click(form.getByRole('button', { name: 'Add' }));
  expect(await form.findByText(/No account has this address/)).toBeTruthy();
});

test('takes somebody off the team, and a release back from who uses it, after a question', async () => {
  const { calls } = show({
    [GET]: answer(),
    [TEAM]: team,
    [`POST ${AT}/team/u_102a/remove`]: team,
    [`POST ${AT}/overrides/7/revoke`]: team,
  });
  const inUse = await panel('In use through links');
  inUse.getByText('Someone signed out, on their own machine', { selector: 'bdi' });
  inUse.getByText('1.4.0, 24 Nov 2099, 14:00 to 24 Nov 2099, 15:00');
  await userEvent.click(inUse.getByRole('button', { name: 'Take back ines@halden.example' }));
  const question = await dialog();
  question.getByText('Take 1.4.0 back from ines@halden.example?');
  await userEvent.click(question.getByRole('button', { name: 'Take back' }));
  await screen.findByText('1.4.0 taken back from ines@halden.example');
  await userEvent.click((await panel('Team')).getByRole('button', { name: 'Remove ines@halden.example' }));
  await userEvent.click((await dialog()).getByRole('button', { name: 'Remove' }));
  await screen.findByText('ines@halden.example is no longer on the team');
  expect([sent(calls, '/overrides/7/revoke').length, sent(calls, '/team/u_102a/remove').length]).toEqual([
    1, 1,
  ]);
});

test('a link to a release that the gate refused names what failed', async () => {
  show({
    [GET]: answer(),
    [`POST ${AT}/override-links`]: reply(409, {
      message: 'The gate does not let this release through',
      code: 'GATE_REFUSED',
      verdict: makeVerdict({ entry: 'It throws' }),
    }),
  });
  await choose('1.4.0', 'Make a link');
  const form = await dialog();
  await userEvent.click(form.getByRole('button', { name: 'Make the link' }));
  expect(await form.findByText('It throws')).toBeTruthy();
});
