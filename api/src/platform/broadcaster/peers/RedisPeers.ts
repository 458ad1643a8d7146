import { randomUUID } from 'node:crypto';
import type { ChannelEvent } from '../protocol/frames';
import type { Keys } from './keys';
import { type BusMessage, readMessage } from './messages';
import type { CountQuestion, PeerListener, Peers, Roll } from './Peers';
import { Questions } from './Questions';
import { RedisLink, type RedisLinkOptions } from './RedisLink';
import { BEAT, ENTER, LEAVE, READ, REPLACE } from './scripts';
import { Turns } from './Turns';

export interface RedisPeersOptions extends RedisLinkOptions {
  nodeName: string;
  leaseMs: number;
  askMs: number;
  cacheMs: number;
  mostMembers: number;
}

/** Of the lease: how long a beat counts, and how often it beats. Together they stay below it. */
const LEASE_SHARE = 0.6;
const BEAT_SHARE = 0.2;
/** Beats of our own that did not come back on the bus. */
const DEAF_AFTER = 3;
/** Beats that Redis did not take, though there is a connection. */
const FAILED_AFTER = 3;

/** What a script answers: version, users with their infos, how many of them this node has. */
type RollAnswer = [version: string, flat: string[], held: number];

function rollOf([version, flat]: RollAnswer): Roll {
  const members = new Map<string, string>();
  for (let index = 0; index + 1 < flat.length; index += 2)
    members.set(flat[index] ?? '', flat[index + 1] ?? '');
  return { members, version: Number(version) };
}

/** The other nodes, over Redis or a Redis cluster. */
export class RedisPeers implements Peers {
  private readonly keys: Keys;
  private readonly link: RedisLink;
  /** This process, whatever its present name is. */
  private readonly process = randomUUID();
  /** The name its members stand under. Whoever lost a lease takes another. */
  private node: string;
  private isNew = true;
  private readonly questions: Questions;
  private readonly turns = new Turns();
  /** Channels that Redis knows this node has members in. */
  private readonly noted = new Set<string>();
  private listener: PeerListener | null = null;
  private others = 0;
  private unheardBeats = 0;
  private beating: NodeJS.Timeout | null = null;
  private isBeating = false;
  private failedBeats = 0;
  /** The others know of this node, and it of them. */
  private knows = false;
  private knowsSinceMs = 0;

  constructor(private readonly options: RedisPeersOptions) {
    this.node = `${options.nodeName}:${randomUUID()}`;
    this.questions = new Questions(options.askMs);
    this.link = new RedisLink(options);
    this.keys = this.link.keys;
  }

  get isUp(): boolean {
    return this.knows && this.link.isOpen;
  }

  start(listener: PeerListener): void {
    this.listener = listener;
    this.link.start(this.process, {
      onOpen: () => void this.beat(),
      onShut: () => {
        this.knows = false;
        this.questions.endAll();
      },
      onMessage: (text) => this.hear(text),
    });
    this.beating = setInterval(() => void this.beat(), this.options.leaseMs * BEAT_SHARE);
    this.beating.unref();
  }

  /** Leaves: the others hear of it at once instead of when the lease ends. */
  async stop(): Promise<void> {
    if (this.beating) clearInterval(this.beating);
    if (this.isUp) await this.clearAway(this.node).catch(() => {});
    this.knows = false;
    this.questions.endAll();
    await this.link.stop();
  }

  problem(): string | null {
    return this.isUp ? null : 'Redis does not answer: each server reaches its own connections only';
  }

  sendEvent(channels: readonly string[], { event, data, userId }: ChannelEvent, except?: string): void {
    this.send({ k: 'event', n: this.process, c: [...channels], e: event, d: data, u: userId, x: except });
  }

  sendTerminate(userId: string): void {
    this.send({ k: 'terminate', n: this.process, u: userId });
  }

  sendCount(channel: string, count: number, isAnswer: boolean): void {
    this.send({ k: 'count', n: this.node, c: channel, s: count, a: isAnswer });
  }

  ask(question: CountQuestion): Promise<Map<string, number>> {
    if (!this.isUp || this.others === 0) return Promise.resolve(new Map());
    const asked = 'prefix' in question ? { p: question.prefix } : { c: [...question.channels] };
    return this.questions.ask(this.others, (id) => this.send({ k: 'ask', n: this.process, id, ...asked }));
  }

  enter(channel: string, userId: string, info: string): Promise<Roll | null> {
    return this.turns.take(channel, async () => {
      await this.note(channel);
      const args = [userId, info, String(this.options.mostMembers)];
      const answer = await this.run<RollAnswer | ['full']>(ENTER, channel, this.node, args);
      return answer[0] === 'full' ? null : rollOf(answer as RollAnswer);
    });
  }

  leave(channel: string, userId: string): Promise<Roll> {
    return this.turns.take(channel, async () => {
      const answer = await this.run<RollAnswer>(LEAVE, channel, this.node, [userId]);
      await this.forgetEmpty(channel, answer);
      return rollOf(answer);
    });
  }

  replace(channel: string, members: ReadonlyMap<string, string>): Promise<Roll> {
    return this.turns.take(channel, async () => {
      if (members.size > 0) await this.note(channel);
      const answer = await this.run<RollAnswer>(REPLACE, channel, this.node, [...members].flat());
      await this.forgetEmpty(channel, answer);
      return rollOf(answer);
    });
  }

  async read(channel: string): Promise<Roll> {
    return rollOf(await this.run<RollAnswer>(READ, channel, this.node, []));
  }

  putCached(channel: string, text: string): void {
    if (!this.isUp) return;
    const key = this.keys.cached(channel);
    this.link.commands.set(key, text, 'PX', this.options.cacheMs).catch(() => {});
  }

  async getCached(channel: string): Promise<{ text: string; leftMs: number } | null> {
    const key = this.keys.cached(channel);
    const { commands } = this.link;
    const [text, leftMs] = await Promise.all([commands.get(key), commands.pttl(key)]);
    return text === null ? null : { text, leftMs: Math.max(0, leftMs) };
  }

  private async run<Answer>(script: string, channel: string, node: string, args: string[]): Promise<Answer> {
    const keys = this.keys.roll(channel, node);
    const { commands } = this.link;
    return (await commands.eval(script, keys.length, ...keys, this.keys.bus, channel, ...args)) as Answer;
  }

  /** Before there are members: whoever clears away after a dead node must find all of them. */
  private async note(channel: string): Promise<void> {
    if (this.noted.has(channel)) return;
    const { node } = this;
    await this.link.commands.sadd(this.keys.channelsOf(node), channel);
    if (node === this.node) this.noted.add(channel);
  }

  private async forgetEmpty(channel: string, [, , held]: RollAnswer): Promise<void> {
    if (held > 0 || !this.noted.delete(channel)) return;
    await this.link.commands.srem(this.keys.channelsOf(this.node), channel);
  }

  private send(message: BusMessage, to = this.keys.bus): void {
    if (!this.isUp) return;
    this.link.commands.publish(to, JSON.stringify(message)).catch(() => {});
  }

  private hear(text: string): void {
    const { listener } = this;
    const message = readMessage(text);
    if (!listener || message === null) return;
    if ('n' in message && message.n === this.process && message.k !== 'counts') return;
    switch (message.k) {
      case 'event':
        listener.onEvent(message.c, { event: message.e, data: message.d, userId: message.u }, message.x);
        break;
      case 'roll': {
        const { c: channel, u: userId, i: info = null, v } = message;
        listener.onRollChange({ channel, userId, info, version: Number(v) });
        break;
      }
      case 'terminate':
        listener.onTerminate(message.u);
        break;
      case 'ask': {
        const { p: prefix, c: channels = [], id } = message;
        const counts = listener.countsOf(prefix === undefined ? { channels } : { prefix });
        this.send({ k: 'counts', n: this.process, id, counts }, this.keys.inbox(message.n));
        break;
      }
      case 'counts':
        this.questions.answer(message.id, message.counts);
        break;
      case 'count':
        if (message.n !== this.node) listener.onCount(message.c, message.n, message.s, message.a);
        break;
      case 'beat':
        if (message.n === this.node) this.unheardBeats = 0;
    }
  }

  /** Says that this node lives, hears who else does, and clears away after those who do not. */
  private async beat(): Promise<void> {
    if (this.isBeating || !this.link.isOpen) return;
    this.isBeating = true;
    try {
      let [lives, nodes, dead] = await this.beatOnce();
      const wasDead = lives === 0;
      if (wasDead) {
        this.node = `${this.options.nodeName}:${randomUUID()}`;
        this.isNew = true;
        this.noted.clear();
        [lives, nodes, dead] = await this.beatOnce();
      }
      this.isNew = false;
      this.failedBeats = 0;
      this.others = Math.max(0, nodes.length - 1);
      this.listener?.onNodes(new Set(nodes));
      if (!this.knows || wasDead) {
        this.knows = true;
        this.knowsSinceMs = performance.now();
        this.listener?.onUp();
      }
      // After an outage that all had, the others get as long as this node to come back.
      if (performance.now() - this.knowsSinceMs < this.options.leaseMs * LEASE_SHARE) return;
      for (const node of dead) await this.clearAway(node);
    } catch (error) {
      this.failedBeats += 1;
      if (this.failedBeats === FAILED_AFTER) this.options.log.warn({ err: error }, 'Redis takes no beats');
      if (this.failedBeats >= FAILED_AFTER) this.knows = false;
    } finally {
      this.isBeating = false;
    }
  }

  private async beatOnce(): Promise<[lives: number, nodes: string[], dead: string[]]> {
    // Published in the same step: what does not come back shows that nobody is heard.
    this.unheardBeats += 1;
    if (this.unheardBeats > DEAF_AFTER) {
      this.unheardBeats = 0;
      this.link.listenAnew();
    }
    const args = [
      this.keys.bus,
      this.node,
      String(this.options.leaseMs * LEASE_SHARE),
      this.isNew ? '1' : '0',
    ];
    const answer = await this.link.commands.eval(BEAT, 1, this.keys.nodes, ...args);
    return answer as [number, string[], string[]];
  }

  /** Every node that sees a dead one does this; the scripts let each change happen once. */
  private async clearAway(node: string): Promise<void> {
    const { commands } = this.link;
    for (const channel of await commands.smembers(this.keys.channelsOf(node)))
      await this.run(REPLACE, channel, node, []);
    await commands.del(this.keys.channelsOf(node));
    await commands.zrem(this.keys.nodes, node);
  }
}
