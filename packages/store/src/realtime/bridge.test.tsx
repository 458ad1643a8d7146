import { CHANNEL_MESSAGES, type ChannelKind, type NoticePage, type Role } from '@ezdash/contracts';
import { api } from '../api';
import { setBootstrap } from '../bootstrap';
import { noticesApi } from '../notices';
import { sessionApi } from '../session';
import { makeStore } from '../store';
import { FRESH_MS, MISSED_WITHIN_MS, startBridge } from './bridge';
import { allTags, BRIDGE, ruleOf, type Tag } from './bridgeTable';
import { FIGURES_EVERY_MS, GATHER_MS, HIDDEN_MS } from './gatherTags';
import { LiveChannels } from './liveChannels';
import type { ChannelListener } from './transport';

const config = { app_name: 'EzDash', locales: [], broadcaster: null, demo: true, demo_property_url: null };
const ACCOUNT = 'private-account.u_1001';

let hidden = false;
Object.defineProperty(document, 'hidden', { get: () => hidden, configurable: true });
function look(isHidden: boolean) {
  hidden = isHidden;
  document.dispatchEvent(new Event('visibilitychange'));
}

beforeEach(() => {
  hidden = false;
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
  setBootstrap(null);
});

/** A page of somebody of a role that listens to a channel; `asked` are the invalidations in their order. */
function page(channel = ACCOUNT, role: Role = 'advertiser') {
  setBootstrap({ config, user: { id: 7, role } as never, locale: 'en' });
  const store = makeStore();
  const asked: Tag[][] = [];
  const dispatch = store.dispatch;
  jest.spyOn(store, 'dispatch').mockImplementation(((action: unknown) => {
    if (api.util.invalidateTags.match(action)) asked.push(action.payload.flatMap((tag) => tag ?? []));
    return dispatch(action as never);
  }) as typeof dispatch);
  const channels = new LiveChannels();
  let listener: ChannelListener | null = null;
  channels.use({
    join: (_, given) => {
      listener = given;
      return { leave: () => undefined, whisper: () => undefined };
    },
  });
  channels.listen(channel, {});
  const stop = startBridge(store, channels);
  if (!listener) throw new Error('The channel was not joined');
  const { onTold, onJoined } = listener as ChannelListener;
  return { store, asked, tell: onTold, join: onJoined, stop, channels };
}

test('the table has a rule for every message of the contracts, and for no other', () => {
  for (const [kind, messages] of Object.entries(CHANNEL_MESSAGES))
    expect(Object.keys(BRIDGE[kind as ChannelKind]).sort()).toEqual(Object.keys(messages).sort());
  expect(ruleOf('account', 'constructor')).toBeUndefined();
  expect(ruleOf('account', 'nothing.changed')).toBeUndefined();
});

test('what comes within half a second is one refetch', () => {
  const { tell, asked } = page();
  tell('campaign.changed', { campaign_id: 'c_1001' });
  jest.advanceTimersByTime(GATHER_MS - 1);
  tell('goal.changed', {});
  expect(asked).toEqual([]);
  jest.advanceTimersByTime(1);
  expect(asked).toEqual([['Campaign', 'CampaignFacts', 'AdvertiserDashboard', 'ConversionGoal']]);
  tell('something.else', {});
  jest.advanceTimersByTime(60_000);
  expect(asked).toHaveLength(1);
});

test('spending does not ask for what it does not change of campaigns, a change of one does', () => {
  const { tell, asked } = page();
  tell('balance.changed', {});
  jest.advanceTimersByTime(GATHER_MS);
  expect(asked[0]).not.toContain('CampaignFacts');
  tell('campaign.changed', { campaign_id: 'c_1001' });
  jest.advanceTimersByTime(GATHER_MS);
  expect(asked[1]).toContain('CampaignFacts');
});

test('a publisher’s balance stands in their session, which is asked for them alone', () => {
  for (const role of ['publisher', 'advertiser'] as const) {
    const { tell, asked } = page(ACCOUNT, role);
    tell('balance.changed', {});
    jest.advanceTimersByTime(GATHER_MS);
    expect(asked[0]?.includes('Session')).toBe(role === 'publisher');
    jest.restoreAllMocks();
  }
});

test('figures that change without pause are asked every few seconds, everything else at once', () => {
  const { tell, asked } = page();
  for (let ms = 0; ms < 2 * FIGURES_EVERY_MS; ms += 100) {
    tell('balance.changed', {});
    jest.advanceTimersByTime(100);
  }
  expect(asked).toHaveLength(2);
  tell('account.changed', {});
  jest.advanceTimersByTime(GATHER_MS);
  expect(asked[2]).toContain('Session');
});

test('nothing is asked while the window is out of sight for long; what was missed is, once, when it is looked at', () => {
  const { tell, asked } = page();
  look(true);
  tell('goal.changed', {});
  jest.advanceTimersByTime(GATHER_MS);
  expect(asked).toEqual([['ConversionGoal', 'Campaign', 'CampaignFacts']]);
  jest.advanceTimersByTime(HIDDEN_MS);
  tell('goal.changed', {});
  jest.advanceTimersByTime(60_000);
  tell('account.changed', {});
  jest.advanceTimersByTime(60_000);
  expect(asked).toHaveLength(1);
  look(false);
  jest.advanceTimersByTime(GATHER_MS);
  expect(asked.slice(1)).toEqual([['ConversionGoal', 'Campaign', 'CampaignFacts', 'Session']]);
});

test('after a lost connection all that the channel tells of is asked once, each page at a moment of its own', () => {
  jest.spyOn(Math, 'random').mockReturnValue(0.5);
  const { join, asked, channels } = page();
  join();
  jest.advanceTimersByTime(GATHER_MS);
  expect(asked).toEqual([['Notice']]);
  channels.interrupted();
  join();
  jest.advanceTimersByTime(MISSED_WITHIN_MS / 2 - 1);
  expect(asked).toHaveLength(1);
  jest.advanceTimersByTime(1);
  expect(asked.slice(1)).toEqual([[...new Set(allTags('account', 'advertiser'))]]);
});

test('a connection that took long to come counts as one that was lost', () => {
  const { join, asked } = page();
  jest.advanceTimersByTime(FRESH_MS + 1);
  join();
  jest.advanceTimersByTime(MISSED_WITHIN_MS);
  expect(asked).toEqual([[...new Set(allTags('account', 'advertiser'))]]);
});

test('a conversation that is opened late is asked for by its own page alone; one that was lost, by the bridge', () => {
  const { join, asked, channels } = page('presence-conversation.cn_1001');
  jest.advanceTimersByTime(FRESH_MS + 1);
  join();
  jest.advanceTimersByTime(MISSED_WITHIN_MS);
  expect(asked).toEqual([]);
  channels.interrupted();
  join();
  jest.advanceTimersByTime(MISSED_WITHIN_MS);
  expect(asked).toEqual([['Conversation', 'OperatorConversation']]);
});

test('a notice is counted at once, before the list is asked for', async () => {
  const { store, tell, stop } = page();
  const known: NoticePage = { notices: [], unread: 0, next: null };
  store.dispatch(
    noticesApi.util.upsertQueryData('notices', undefined, { pages: [known], pageParams: [null] }),
  );
  await jest.advanceTimersByTimeAsync(0);
  tell('notice.changed', { unread: 3 });
  const { data } = noticesApi.endpoints.notices.select()(store.getState());
  expect(data?.pages[0]?.unread).toBe(3);
  stop();
});

test('who signs out is asked nothing meanwhile; who turns out to stay is asked then', async () => {
  const answers: ((answer: Response) => void)[] = [];
  const real = globalThis.fetch;
  globalThis.fetch = () => new Promise((resolve) => answers.push(resolve));
  try {
    const { store, tell, asked } = page();
    const leaving = store.dispatch(sessionApi.endpoints.logout.initiate());
    await jest.advanceTimersByTimeAsync(0);
    tell('goal.changed', {});
    await jest.advanceTimersByTimeAsync(10 * GATHER_MS);
    expect(answers).toHaveLength(1);
    expect(asked).toEqual([]);
    answers[0]?.(new Response('{}', { status: 503 }));
    await leaving;
    await jest.advanceTimersByTimeAsync(GATHER_MS);
    expect(asked).toEqual([['ConversionGoal', 'Campaign', 'CampaignFacts']]);
  } finally {
    globalThis.fetch = real;
  }
});

test('once it has ended, nothing is asked any more', () => {
  const { tell, asked, stop } = page();
  tell('goal.changed', {});
  stop();
  tell('goal.changed', {});
  jest.advanceTimersByTime(60_000);
  expect(asked).toEqual([]);
});
