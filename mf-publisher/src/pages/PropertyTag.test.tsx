import { reply } from '@ezdash/remote-kit/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { LISTEN_MS } from '../features/tag/TagDrawer';
import { makeDetail, makeZone } from '../testing/publisherData';
import { changes, leaveProperty, menuOf, showProperty as show, silent } from '../testing/showProperty';

afterEach(() => {
  leaveProperty();
  jest.useRealTimers();
});

describe('the tag', () => {
  test('is there to copy, as JavaScript and as JSON', async () => {
    show();
    await userEvent.click(await screen.findByRole('button', { name: /Get the tag/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Tag for Webcam pages' }));
    expect(dialog.getByRole('region', { name: 'Tag, 728×90' }).textContent).toBe(
      '<script async src="https://ads.example/tag.js"></script>\n\n' +
        '<ins class="ez-ad" data-zone="z_1001" style="display:block; width:728px; height:90px"></ins>',
    );
    expect(dialog.getAllByRole('radio').map((radio) => radio.getAttribute('value'))).toEqual([
      'javascript',
      'frame',
      'json',
    ]);
    await userEvent.click(dialog.getByRole('radio', { name: 'JSON' }));
    expect(dialog.getByRole('region', { name: 'Ad request, 728×90' }).textContent).toBe(
      'GET https://ads.example/serve?zones=z_1001',
    );
  });

  test('says how each kind of page takes it, and as a frame', async () => {
    show();
    await userEvent.click(await screen.findByRole('button', { name: /Get the tag/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Tag for Webcam pages' }));
    const codeOf = (name: string) => dialog.findByRole('region', { name });
    const choose = async (name: string) => {
      await userEvent.click(dialog.getByRole('combobox', { name: 'Where the tag goes' }));
      await userEvent.click(await screen.findByRole('option', { name }));
    };
    await choose('Next.js, App Router');
    expect((await codeOf('app/layout.tsx')).textContent).toContain(
      '<Script src="https://ads.example/tag.js" strategy="afterInteractive" />',
    );
    await choose('Strict Content-Security-Policy');
    expect((await codeOf('Header of your page')).textContent).toContain('frame-src https://ads.example');
    expect((await codeOf('ads.css')).textContent).toContain('height: 90px;');
    await choose('WordPress');
    expect((await codeOf('functions.php')).textContent).toContain("['strategy' => 'async']");
    await userEvent.click(dialog.getByRole('radio', { name: 'Iframe' }));
    const frame = (await codeOf('Iframe, 728×90')).textContent;
    expect(frame).toContain('src="https://ads.example/frame/z_1001" width="728" height="90"');
    expect(frame).toContain('sandbox=');
  });

  test('opens the debugger over the page in a new tab', async () => {
    const opened = jest.spyOn(window, 'open').mockReturnValue(null);
    const url = 'https://alpine.example/?ez-debug=p_1000.1.x';
    show([silent], {
      'POST /api/properties/:id/tag-debugger': () =>
        reply(201, { url, token: 'p_1000.1.x', expires_at: '2026-11-21T15:00:00Z' }),
    });
    await userEvent.click(await screen.findByRole('button', { name: /Get the tag/ }));
    await userEvent.click(await screen.findByRole('button', { name: 'Open the tag debugger' }));
    const again = await screen.findByRole('link', { name: 'Open it again' });
    expect(again.getAttribute('href')).toBe(url);
    expect(opened.mock.calls).toEqual([[url, '_blank', 'noopener']]);
    opened.mockRestore();
  });

  test('a server key is made, shown once, replaced and removed when asked to', async () => {
    let has = false;
    let number = 0;
    const remote = show([silent], {
      'GET /api/properties/:id': () => ({ ...makeDetail([silent]), has_server_key: has }),
      'POST /api/properties/:id/server-key': () => {
        has = true;
        number += 1;
        return reply(201, { server_key: `sk_${number}` });
      },
      'DELETE /api/properties/:id/server-key': () => {
        has = false;
        return reply(204, undefined);
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: /Get the tag/ }));
    await userEvent.click(await screen.findByRole('radio', { name: 'JSON' }));
    const part = within(screen.getByRole('region', { name: 'From your server' }));
    const call = () => part.getByRole('region', { name: 'Ad request from a server' }).textContent;
    expect(call()).toContain('X-Server-Key: $SERVER_KEY');
    await userEvent.click(part.getByRole('button', { name: 'Make a server key' }));
    expect((await part.findByRole('region', { name: 'Server key' })).textContent).toBe('sk_1');
    expect(call()).toContain('X-Server-Key: sk_1');
    const answer = async (title: string, verb: string) =>
      userEvent.click(
        within(await screen.findByRole('dialog', { name: title })).getByRole('button', { name: verb }),
      );
    await userEvent.click(await part.findByRole('button', { name: 'Replace the key' }));
    await answer('Replace the server key of Alpine Weather?', 'Replace the key');
    await waitFor(() => expect(call()).toContain('X-Server-Key: sk_2'));
    await userEvent.click(part.getByRole('button', { name: 'Remove the key' }));
    await answer('Remove the server key of Alpine Weather?', 'Remove the key');
    await part.findByRole('button', { name: 'Make a server key' });
    expect(part.queryByRole('region', { name: 'Server key' })).toBeNull();
    expect(changes(remote).map(({ method }) => method)).toEqual(['POST', 'POST', 'DELETE']);
  });

  test('opens from the address, and closing it takes it out of there', async () => {
    const remote = show([silent], {}, '?tag=z_1001');
    expect(await screen.findByRole('dialog', { name: 'Tag for Webcam pages' })).toBeTruthy();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(remote.address()).toBe('/publisher/properties/p_1000'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('listens until the first ad request, then says when it came', async () => {
    jest.useFakeTimers();
    const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
    const remote = show([silent]);
    await act(() => jest.advanceTimersByTimeAsync(100));
    await user.click(screen.getByRole('button', { name: /Get the tag/ }));
    await act(() => jest.advanceTimersByTimeAsync(100));
    expect(screen.getByText('Listening for the first ad request')).toBeTruthy();
    const asked = remote.calls.length;
    await act(() => jest.advanceTimersByTimeAsync(LISTEN_MS * 3));
    expect(remote.calls.length).toBeGreaterThanOrEqual(asked + 2);

    const seen = { ...silent, last_request_at: '2026-11-21T14:02:11Z' };
    remote.answer({ 'GET /api/properties/:id': makeDetail([seen]) });
    await act(() => jest.advanceTimersByTimeAsync(LISTEN_MS + 100));
    expect(screen.getByText('First ad request at 14:02:11')).toBeTruthy();

    const later = { ...silent, last_request_at: '2026-11-21T14:05:00Z' };
    remote.answer({ 'GET /api/properties/:id': makeDetail([later]) });
    await act(() => jest.advanceTimersByTimeAsync(LISTEN_MS + 100));
    expect(screen.getByText('First ad request at 14:02:11')).toBeTruthy();
  });

  test('of a zone in use says when it was last seen', async () => {
    show([makeZone()]);
    await menuOf('Article, below the lead', 'Get the tag');
    expect(await screen.findByText(/^Last ad request at 21 Nov( 2026)?, 14:02$/)).toBeTruthy();
  });

  test('of a paused zone says why it shows nothing', async () => {
    show([makeZone({ state: 'paused' })]);
    await menuOf('Article, below the lead', 'Get the tag');
    expect(await screen.findByText(/This zone is paused/)).toBeTruthy();
  });
});
