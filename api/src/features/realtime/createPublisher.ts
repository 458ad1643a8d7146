import { CHANNEL_MESSAGES, CHANNELS, type ChannelKind, publicId } from '@ezdash/contracts';
import type { z } from 'zod';
import type { Db } from '../../platform/db';
import type { Message } from './message';
import type { Publisher } from './publisher';

/** Sends a message when the transaction commits. */
export type Say = (db: Db, message: Message) => Promise<void>;

/** The payload as the contract has it, nothing more; throws where the contract does not know it. */
function payloadOf(kind: ChannelKind, event: string, payload: unknown): Message['data'] {
  const schemas: Readonly<Record<string, z.ZodType<object>>> = CHANNEL_MESSAGES[kind];
  const schema = Object.hasOwn(schemas, event) ? schemas[event] : undefined;
  if (!schema) throw new TypeError(`There is no message ${event} for ${kind}`);
  return { ...schema.parse(payload) };
}

export function createPublisher(say: Say): Publisher {
  const tell = async (db: Db, kind: ChannelKind, channel: string, event: string, payload: unknown) =>
    say(db, { channel, event, data: payloadOf(kind, event, payload) });
  return {
    toAccount: (db, userId, event, payload) =>
      tell(db, 'account', CHANNELS.account(publicId('user', userId)), event, payload),
    toOperators: (db, event, payload) => tell(db, 'operators', CHANNELS.operators(), event, payload),
    toConversation: (db, id, event, payload) =>
      tell(db, 'conversation', CHANNELS.conversation(publicId('conversation', id)), event, payload),
    toRole: (db, role, event, payload) => tell(db, 'role', CHANNELS.role(role), event, payload),
    toEverybody: (db, event, payload) => tell(db, 'releases', CHANNELS.releases(), event, payload),
  };
}
