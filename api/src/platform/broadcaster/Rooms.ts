import type { Peers, Roll, RollChange } from './peers/Peers';

interface Here {
  info: string;
  connections: number;
  /** Whether they came in: false when the channel was full. */
  entered: Promise<boolean>;
}

/** One presence channel with members on this node. */
interface Room {
  channel: string;
  here: Map<string, Here>;
  /** What the listeners of this node were told: everybody, over all nodes. */
  members: Map<string, string>;
  version: number;
  /** The newest version anybody spoke of. */
  heardVersion: number;
  isReading: boolean;
}

export interface RoomsOptions {
  peers: Peers | null;
  mostMembers: number;
  onMember(channel: string, userId: string, info: string | null): void;
}

/**
 * Members of presence channels. A user with several connections is one member, here and over all nodes; whoever listens
 * is told once that they came and once that they left. Changes of other nodes carry a version: what was missed shows as
 * a gap, and then the whole roll is read and compared with what was told.
 */
export class Rooms {
  private readonly rooms = new Map<string, Room>();
  /** Channels of which something could not be told to Redis: it is told all of them anew. */
  private readonly stale = new Set<string>();
  private isGathering = false;

  constructor(private readonly options: RoomsOptions) {}

  /** Whether they came in. Only the user's first connection on this node asks anybody. */
  enter(channel: string, userId: string, info: string): Promise<boolean> {
    const room = this.rooms.get(channel) ?? this.open(channel);
    const known = room.here.get(userId);
    if (known) {
      known.connections += 1;
      return known.entered;
    }
    const here: Here = { info, connections: 1, entered: Promise.resolve(true) };
    room.here.set(userId, here);
    here.entered = this.enterFirst(room, userId, here);
    return here.entered;
  }

  leave(channel: string, userId: string): void {
    const room = this.rooms.get(channel);
    const here = room?.here.get(userId);
    if (!room || !here) return;
    here.connections -= 1;
    if (here.connections > 0) return;
    room.here.delete(userId);
    if (room.here.size === 0) this.rooms.delete(channel);
    const { peers } = this.options;
    if (!peers?.isUp) {
      if (peers) this.stale.add(channel);
      this.change(room, userId, null);
      return;
    }
    peers.leave(channel, userId).then(
      (roll) => {
        this.take(room, roll);
        if (!roll.members.has(userId)) this.change(room, userId, null);
      },
      () => {
        this.stale.add(channel);
        this.change(room, userId, null);
      },
    );
  }

  members(channel: string): ReadonlyMap<string, string> {
    return this.rooms.get(channel)?.members ?? new Map<string, string>();
  }

  onRollChange({ channel, version, userId, info }: RollChange): void {
    const room = this.rooms.get(channel);
    if (!room) return;
    room.heardVersion = Math.max(room.heardVersion, version);
    if (version <= room.version || room.version === 0) return;
    if (version > room.version + 1) {
      this.read(room);
      return;
    }
    room.version = version;
    this.change(room, userId, info);
  }

  /**
   * The way to Redis is open again: it is told who is here. Other nodes come back a moment sooner or later; until
   * `settle` nobody is taken for gone because their node has not said so yet.
   */
  gather(): void {
    this.isGathering = true;
    for (const channel of this.rooms.keys()) this.stale.add(channel);
    this.mend();
  }

  settle(): void {
    this.isGathering = false;
    this.compare();
  }

  /** Tells what could not be told. */
  mend(): void {
    if (!this.options.peers?.isUp) return;
    const channels = [...this.stale];
    this.stale.clear();
    for (const channel of channels) this.tell(channel);
  }

  /** Even the last change of a channel may be missed: nothing follows that would show the gap. */
  compare(): void {
    for (const room of this.rooms.values()) this.read(room);
  }

  private open(channel: string): Room {
    const room: Room = {
      channel,
      here: new Map(),
      members: new Map(),
      version: 0,
      heardVersion: 0,
      isReading: false,
    };
    this.rooms.set(channel, room);
    return room;
  }

  private async enterFirst(room: Room, userId: string, here: Here): Promise<boolean> {
    const { peers, mostMembers } = this.options;
    if (peers?.isUp) {
      try {
        const roll = await peers.enter(room.channel, userId, here.info);
        if (roll === null) {
          this.forget(room, userId, here);
          // A turn in which all was told anew may have brought them in meanwhile.
          peers.leave(room.channel, userId).catch(() => this.stale.add(room.channel));
          return false;
        }
        this.take(room, roll);
        return true;
      } catch {
        // Without the others: they hear of it when Redis is back.
        this.stale.add(room.channel);
      }
    }
    if (!room.members.has(userId) && room.members.size >= mostMembers) {
      this.forget(room, userId, here);
      return false;
    }
    if (room.here.get(userId) === here) this.change(room, userId, here.info);
    return true;
  }

  /** Nobody of this user came in. */
  private forget(room: Room, userId: string, here: Here): void {
    if (room.here.get(userId) !== here) return;
    room.here.delete(userId);
    if (room.here.size === 0 && this.rooms.get(room.channel) === room) this.rooms.delete(room.channel);
  }

  private change(room: Room, userId: string, info: string | null): void {
    if (info === null) {
      // Whoever is here is here, whatever others think of a node that was silent for too long.
      if (room.here.has(userId) || !room.members.delete(userId)) return;
    } else {
      if (room.members.has(userId)) return;
      room.members.set(userId, info);
    }
    // The last one left, and others came since: it is no longer this roll they were told.
    if (this.rooms.get(room.channel) !== room) return;
    this.options.onMember(room.channel, userId, info);
  }

  /** A whole roll, compared with what was told. */
  private take(room: Room, { members, version }: Roll): void {
    if (version < room.version) return;
    room.version = version;
    const gone = this.isGathering ? [] : [...room.members.keys()].filter((userId) => !members.has(userId));
    for (const userId of gone) this.change(room, userId, null);
    for (const [userId, info] of members) this.change(room, userId, info);
    if (room.heardVersion > version) this.read(room);
  }

  private read(room: Room): void {
    const { peers } = this.options;
    if (room.isReading || !peers?.isUp) return;
    room.isReading = true;
    peers.read(room.channel).then(
      (roll) => {
        room.isReading = false;
        this.take(room, roll);
      },
      () => {
        room.isReading = false;
        this.stale.add(room.channel);
      },
    );
  }

  private tell(channel: string): void {
    const { peers } = this.options;
    if (!peers) return;
    const room = this.rooms.get(channel);
    const here = new Map<string, string>();
    for (const [userId, { info }] of room?.here ?? []) here.set(userId, info);
    peers.replace(channel, here).then(
      (roll) => {
        if (room) this.take(room, roll);
      },
      () => {
        this.stale.add(channel);
      },
    );
  }
}
