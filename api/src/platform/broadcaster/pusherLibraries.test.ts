import Echo from 'laravel-echo';
import type Pusher from 'pusher-js';
import type { Members, PresenceChannel } from 'pusher-js';
import { heard, openBroadcaster, type TestBroadcaster } from './testBroadcaster';

let at: TestBroadcaster;
beforeEach(async () => {
  at = await openBroadcaster();
});
afterEach(() => at.close());

const subscribed = (pusher: Pusher, name: string) => {
  const channel = pusher.subscribe(name);
  return heard(channel, 'pusher:subscription_succeeded').then(() => channel);
};
const messages = (channel: ReturnType<Pusher['subscribe']>) => {
  const seen: [string, unknown][] = [];
  channel.bind_global((event: string, data: unknown) => seen.push([event, data]));
  return seen;
};

describe('pusher-js with the pusher library of servers, as they are', () => {
  test.each([
    'news',
    'private-account.u_1',
    'presence-conversation.cn_1',
    'cache-news',
    'private-cache-news',
  ])('brings an event to the channel %s', async (name) => {
    const channel = await subscribed(at.pusher(), name);
    const event = heard(channel, 'balance.changed');
    await at.server.trigger(name, 'balance.changed', { micros: 12, text: 'ä €' });
    expect(await event).toEqual({ micros: 12, text: 'ä €' });
  });

  test('brings what is encrypted end to end, and the server never sees it', async () => {
    const channel = await subscribed(at.pusher(), 'private-encrypted-money');
    const raw = await at.open();
    const name = 'private-encrypted-money';
    raw.client.send('pusher:subscribe', { channel: name, auth: at.broadcaster.sign(raw.socketId, name) });
    const event = heard(channel, 'paid');
    await at.server.trigger(name, 'paid', { secret: 'forty-two' });
    expect(await event).toEqual({ secret: 'forty-two' });
    const { data } = await raw.client.next('paid');
    expect(Object.keys(JSON.parse(String(data))).sort()).toEqual(['ciphertext', 'nonce']);
    expect(String(data)).not.toContain('forty-two');
  });

  test('gives the last event of a cache channel to who comes later, and tells of a miss', async () => {
    const early = at.pusher().subscribe('cache-news');
    await heard(early, 'pusher:cache_miss');
    await at.server.trigger('cache-news', 'headline', { n: 1 });
    await at.server.trigger('cache-news', 'headline', { n: 2 });
    expect(await heard(at.pusher().subscribe('cache-news'), 'headline')).toEqual({ n: 2 });
    expect(
      await heard(at.pusher().subscribe('private-encrypted-cache-x'), 'pusher:cache_miss'),
    ).toBeDefined();
    expect(await heard(at.pusher().subscribe('presence-cache-x'), 'pusher:cache_miss')).toBeDefined();
  });

  test('shows who is there: one member for a user with two connections, told once', async () => {
    const name = 'presence-conversation.cn_1';
    const anna = at.pusher({ id: 'anna', info: { name: 'Anna' } }).subscribe(name) as PresenceChannel;
    await heard(anna, 'pusher:subscription_succeeded');
    const seen = messages(anna);
    const added = heard(anna, 'pusher:member_added');
    const [first, second] = [at.pusher({ id: 'ben' }), at.pusher({ id: 'ben' })];
    await subscribed(first, name);
    const both = second.subscribe(name) as PresenceChannel;
    const members = await heard<Members>(both, 'pusher:subscription_succeeded');
    expect(members.count).toBe(2);
    expect(members.members).toEqual({ anna: { name: 'Anna' }, ben: {} });
    expect(both.members.me).toEqual({ id: 'ben', info: {} });
    await added;
    first.disconnect();
    const removed = heard(anna, 'pusher:member_removed');
    second.unsubscribe(name);
    expect(await removed).toEqual({ id: 'ben', info: {} });
    expect(seen.map(([event]) => event)).toEqual(['pusher:member_added', 'pusher:member_removed']);
    expect(anna.members.count).toBe(1);
  });

  test('passes events of browsers on: not to who sent them, with who they are on presence channels', async () => {
    const name = 'presence-conversation.cn_2';
    const anna = await subscribed(at.pusher({ id: 'anna' }), name);
    const ben = await subscribed(at.pusher({ id: 'ben' }), name);
    const seen = messages(anna);
    const got = new Promise((resolve) =>
      ben.bind('client-typing', (data: unknown, meta: unknown) => resolve([data, meta])),
    );
    anna.trigger('client-typing', { side: 'customer' });
    expect(await got).toEqual([{ side: 'customer' }, { user_id: 'anna' }]);
    const answer = heard(anna, 'client-typing');
    ben.trigger('client-typing', { side: 'support' });
    await answer;
    expect(seen).toEqual([['client-typing', { side: 'support' }]]);
  });

  test('signs in, reaches the user on all connections, and ends them', async () => {
    const pusher = at.pusher({ id: 'u_7' });
    pusher.signin();
    const signedIn = heard(pusher, 'pusher:signin_success');
    await signedIn;
    await pusher.user.signinDonePromise;
    // Its own channel follows the sign-in.
    await new Promise<void>((resolve) =>
      pusher.connection.bind('message', ({ event }: { event: string }) => {
        if (event === 'pusher_internal:subscription_succeeded') resolve();
      }),
    );
    const told = heard(pusher.user, 'notice');
    await at.server.sendToUser('u_7', 'notice', { n: 1 });
    expect(await told).toEqual({ n: 1 });
    const ended = heard<{ error?: { data: { code: number } } }>(pusher.connection, 'error');
    const gone = heard(pusher.connection, 'disconnected');
    await at.server.terminateUserConnections('u_7');
    expect(await ended).toMatchObject({ data: { code: 4009 } });
    await gone;
  });

  test('comes back by itself after a restart and listens again', async () => {
    const pusher = at.pusher();
    const channel = await subscribed(pusher, 'private-account.u_1');
    const again = heard(channel, 'pusher:subscription_succeeded');
    await at.replace();
    await again;
    const event = heard(channel, 'balance.changed');
    await at.server.trigger('private-account.u_1', 'balance.changed', {});
    await event;
  });

  test('laravel-echo: public, private, presence, encrypted, whispers and refusals', async () => {
    const echo = new Echo({ broadcaster: 'pusher', key: 'unused', client: at.pusher({ id: 'anna' }) });
    const other = new Echo({ broadcaster: 'pusher', key: 'unused', client: at.pusher({ id: 'ben' }) });
    const here = new Promise((resolve) => echo.join('room').here(resolve));
    expect(await here).toEqual([{}]);
    const joined = new Promise((resolve) => echo.join('room').joining(resolve));
    const whisper = new Promise((resolve) => echo.join('room').listenForWhisper('typing', resolve));
    const left = new Promise((resolve) => echo.join('room').leaving(resolve));
    await new Promise((resolve) => other.join('room').here(resolve));
    await joined;
    other.join('room').whisper('typing', { side: 'support' });
    expect(await whisper).toEqual({ side: 'support' });
    other.leave('room');
    await left;
    for (const [name, join] of [
      ['releases', () => echo.channel('releases')],
      ['private-account.u_1', () => echo.private('account.u_1')],
      ['private-encrypted-x', () => echo.encryptedPrivate('x')],
    ] as const) {
      const channel = join();
      await new Promise<void>((resolve) => channel.subscribed(() => resolve()));
      const event = new Promise((resolve) => channel.listen('.changed', resolve));
      await at.server.trigger(name, 'changed', { n: 1 });
      expect(await event).toEqual({ n: 1 });
    }
  });
});
