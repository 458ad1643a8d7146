import type { EventOf, PayloadOf, Role } from '@ezdash/contracts';
import type { Db } from '../../platform/db';

/**
 * Tells open pages what changed. Each call belongs to a transaction (or a connection of its own): the message goes when
 * it commits and never when it rolls back. A message is small and says only what changed; nobody relies on its arrival.
 */
export interface Publisher {
  toAccount<Event extends EventOf<'account'>>(
    db: Db,
    userId: number,
    event: Event,
    payload: PayloadOf<'account', Event>,
  ): Promise<void>;
  toOperators<Event extends EventOf<'operators'>>(
    db: Db,
    event: Event,
    payload: PayloadOf<'operators', Event>,
  ): Promise<void>;
  toConversation<Event extends EventOf<'conversation'>>(
    db: Db,
    conversationId: number,
    event: Event,
    payload: PayloadOf<'conversation', Event>,
  ): Promise<void>;
  toRole<Event extends EventOf<'role'>>(
    db: Db,
    role: Role,
    event: Event,
    payload: PayloadOf<'role', Event>,
  ): Promise<void>;
  toEverybody<Event extends EventOf<'releases'>>(
    db: Db,
    event: Event,
    payload: PayloadOf<'releases', Event>,
  ): Promise<void>;
}
