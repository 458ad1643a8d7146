import type { Connection } from './Connection';

/** Connections of this node by name, as of a channel that they listen to. Most have one: a set for each would cost more than it. */
export class Subscribers {
  private readonly channels = new Map<string, Connection | Set<Connection>>();

  get size(): number {
    return this.channels.size;
  }

  add(channel: string, connection: Connection): void {
    const held = this.channels.get(channel);
    if (held === undefined) this.channels.set(channel, connection);
    else if (held instanceof Set) held.add(connection);
    else if (held !== connection) this.channels.set(channel, new Set([held, connection]));
  }

  remove(channel: string, connection: Connection): void {
    const held = this.channels.get(channel);
    if (held instanceof Set) {
      held.delete(connection);
      if (held.size === 0) this.channels.delete(channel);
    } else if (held === connection) this.channels.delete(channel);
  }

  count(channel: string): number {
    const held = this.channels.get(channel);
    return held === undefined ? 0 : held instanceof Set ? held.size : 1;
  }

  /** Those of now: who is ended meanwhile may take themselves out. */
  of(channel: string): Iterable<Connection> {
    const held = this.channels.get(channel);
    return held === undefined ? [] : held instanceof Set ? held : [held];
  }

  names(): Iterable<string> {
    return this.channels.keys();
  }
}
