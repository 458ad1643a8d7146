import { type RenderedRemote, reply } from '@ezdash/remote-kit/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { makeRelease, makeState } from '../testing/releaseData';
import { AT, active, answer, changed, choose, dialog, GET, sent, showRemote } from '../testing/showRemote';

let rendered: RenderedRemote | undefined;
function show(...given: Parameters<typeof showRemote>): RenderedRemote {
  rendered = showRemote(...given);
  return rendered;
}
afterEach(() => rendered?.unmount());

test('goes back to a release that is chosen among those that everybody had', async () => {
  const { calls } = show({
    [GET]: answer({
      state: makeState({
        pins: [
          {
            subject: { kind: 'user', user_id: 'u_102a', email: 'ines@halden.example' },
            version: '1.4.0',
            until: null,
          },
        ],
        planned: [{ id: 3, version: '1.5.0', at: '2099-11-24T14:00:00.000Z', why: '', by: 'ops' }],
      }),
      releases: [
        makeRelease(),
        makeRelease({ version: '1.3.3', was_active: true }),
        { ...active, was_active: true },
        makeRelease({ version: '1.2.0', was_active: true }),
      ],
    }),
    [`POST ${AT}/rollback`]: changed,
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for 1.4.0' }));
  expect(screen.queryByRole('menuitem', { name: 'Roll back to this' })).toBeNull();
  await userEvent.keyboard('{Escape}');
  await choose('1.2.0', 'Roll back to this');
  const form = await dialog();
  form.getByText('Everybody gets 1.2.0 again instead of 1.3.2 at once, open tabs too.');
  form.getByText('1 pin stays as it is.');
  form.getByText('The plan for 1.5.0 on 24 Nov 2099, 14:00 stays as it is.');
  await userEvent.click(form.getByRole('combobox', { name: 'Back to' }));
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
    '1.3.1, the one before',
    '1.3.3, published 21 Nov 2025',
    '1.2.0, published 21 Nov 2025',
  ]);
  await userEvent.click(screen.getByRole('option', { name: /^1\.3\.3/ }));
  form.getByText('Everybody gets 1.3.3 again instead of 1.3.2 at once, open tabs too.');
  await userEvent.click(form.getByRole('button', { name: 'Roll back to 1.3.3' }));
  expect(await screen.findByText('Everybody gets 1.3.3 again')).toBeTruthy();
  expect(sent(calls, '/rollback').map(({ body }) => body)).toEqual([{ to: '1.3.3', why: '' }]);
});

test('makes a link to a release, says what it opens and for how long, and shows it once', async () => {
  const url = 'http://localhost/remotes/override?link=abc';
  const { calls } = show({
    [GET]: answer(),
    [`POST ${AT}/override-links`]: reply(201, { url, ends_at: '2099-11-24T14:00:00.000Z' }),
  });
  await choose('1.4.0', 'Make a link');
  const form = await dialog();
  form.getByText(/^Whoever opens the link is asked first\. After a yes, that browser uses 1\.4\.0/);
  await userEvent.click(form.getByRole('combobox', { name: 'How long it is good for' }));
  await userEvent.click(await screen.findByRole('option', { name: '4 hours' }));
  await userEvent.click(form.getByRole('button', { name: 'Make the link' }));
  const link = await screen.findByRole('region', { name: 'Link' });
  expect(link.textContent).toBe(url);
  screen.getByText(/until 24 Nov 2099, 14:00 \(UTC\)/);
  expect(sent(calls, '/override-links')[0]?.body).toEqual({ version: '1.4.0', minutes: 240 });
  await userEvent.click(screen.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.body.textContent).not.toContain(url);
});

test('says why there is no link', async () => {
  show({
    [GET]: answer(),
    [`POST ${AT}/override-links`]: reply(409, {
      message: 'This release cannot run: it needs contract 9',
      code: 'RELEASE_DOES_NOT_FIT',
      requestId: 'r3',
    }),
  });
  await choose('1.4.0', 'Make a link');
  const form = await dialog();
  await userEvent.click(form.getByRole('button', { name: 'Make the link' }));
  expect(await form.findByText('The link was not made')).toBeTruthy();
  form.getByText(/needs contract 9.*r3/);
});

test('has the types of each release that has them', async () => {
  show({
    [GET]: answer({
      releases: [makeRelease({ version: '1.4.0+b.1' }), { ...active, has_types: false, commit: null }],
    }),
  });
  const link = await screen.findByRole('link', { name: 'Types 1.4.0+b.1' });
  expect([link.getAttribute('href'), link.getAttribute('download')]).toEqual([
    '/remotes/mf-advertiser/1.4.0%2Bb.1/types.zip',
    'mf-advertiser-1.4.0+b.1-types.zip',
  ]);
  expect(screen.getAllByRole('link', { name: /^Types/ })).toHaveLength(1);
});
