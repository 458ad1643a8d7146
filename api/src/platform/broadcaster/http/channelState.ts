import type { Hub } from '../Hub';
import type { CountQuestion, Peers } from '../peers/Peers';
import { traitsOf } from '../protocol/channelNames';
import type { Rooms } from '../Rooms';
import type { Info } from './readEvents';

export interface ChannelState {
  subscription_count?: number;
  user_count?: number;
}

export interface StateOptions {
  hub: Hub;
  rooms: Rooms;
  peers: Peers | null;
}

/** Subscriptions over all nodes, of the channels that anybody listens to. */
export async function countSubscriptions(
  { hub, peers }: StateOptions,
  question: CountQuestion,
): Promise<Map<string, number>> {
  const elsewhere = (await peers?.ask(question)) ?? new Map<string, number>();
  const names = 'prefix' in question ? [...hub.subscribers.names()] : question.channels;
  for (const name of names) {
    if ('prefix' in question && !name.startsWith(question.prefix)) continue;
    const here = hub.subscribers.count(name);
    if (here > 0) elsewhere.set(name, (elsewhere.get(name) ?? 0) + here);
  }
  return elsewhere;
}

/** The users of a presence channel over all nodes. */
export async function usersOf({ rooms, peers }: StateOptions, channel: string): Promise<string[]> {
  if (peers?.isUp) {
    try {
      return [...(await peers.read(channel)).members.keys()];
    } catch {
      // Then those this node knows of.
    }
  }
  return [...rooms.members(channel).keys()];
}

/** What was asked for about each channel. */
export async function statesOf(
  options: StateOptions,
  channels: readonly string[],
  info: ReadonlySet<Info>,
  counts?: ReadonlyMap<string, number>,
): Promise<Record<string, ChannelState>> {
  const known =
    counts ?? (info.has('subscription_count') ? await countSubscriptions(options, { channels }) : new Map());
  const entries = channels.map(async (channel) => {
    const state: ChannelState = {};
    if (info.has('subscription_count')) state.subscription_count = known.get(channel) ?? 0;
    if (info.has('user_count') && traitsOf(channel)?.isPresence)
      state.user_count = (await usersOf(options, channel)).length;
    return [channel, state] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}
