import type { Publisher } from '../features/realtime';

export interface SentMessage {
  to: string;
  event: string;
  payload: unknown;
}

/** A publisher that remembers: `account:7`, `operators`, `conversation:3`, `role:publisher`, `everybody`. */
export function createTestPublisher(): Publisher & { sent: SentMessage[] } {
  const sent: SentMessage[] = [];
  const note = (to: string, event: string, payload: unknown) => {
    sent.push({ to, event, payload });
    return Promise.resolve();
  };
  return {
    sent,
    toAccount: (_db, userId, event, payload) => note(`account:${userId}`, event, payload),
    toOperators: (_db, event, payload) => note('operators', event, payload),
    toConversation: (_db, id, event, payload) => note(`conversation:${id}`, event, payload),
    toRole: (_db, role, event, payload) => note(`role:${role}`, event, payload),
    toEverybody: (_db, event, payload) => note('everybody', event, payload),
  };
}
