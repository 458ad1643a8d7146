import type { Attachment, Message } from '@ezdash/contracts';
import { useCallback, useEffect, useRef } from 'react';
import { keyedStore, useKeyed } from './keyedStore';

/** Why a message was not sent. */
export interface SendProblem {
  /** `refused`: it would be refused again as it is. */
  kind: 'network' | 'timeout' | 'refused' | 'failed';
  /** The server's own sentence; empty when there is none. */
  message: string;
  requestId?: string;
}

/** A message that this page has sent, or tries to, and that is not in the thread yet. */
export interface Unsent {
  /** The server keeps one message for it, however often it is sent. */
  clientId: string;
  body: string;
  attachments: readonly Attachment[];
  at: string;
  /** Newest message of the thread when it was written; null: none. */
  after: string | null;
  state: 'sending' | 'sent' | 'failed';
  problem: SendProblem | null;
  /** Its id in the thread, once it is known. */
  messageId: string | null;
}

export type SendAnswer = { message: Message } | { problem: SendProblem };
/** Never rejects. */
export type Send = (message: {
  client_id: string;
  body: string;
  attachments: string[];
}) => Promise<SendAnswer>;

const NONE: readonly Unsent[] = [];
const outbox = keyedStore<readonly Unsent[]>(NONE);

const patch = (key: string, clientId: string, change: Partial<Unsent>) =>
  outbox.change(key, (list) => list.map((one) => (one.clientId === clientId ? { ...one, ...change } : one)));
const drop = (key: string, wanted: (one: Unsent) => boolean) =>
  outbox.change(key, (list) => {
    const left = list.filter((one) => !wanted(one));
    if (left.length === list.length) return list;
    return left.length === 0 ? NONE : left;
  });

async function post(key: string, unsent: Unsent, send: Send): Promise<void> {
  const { clientId, body, attachments } = unsent;
  patch(key, clientId, { state: 'sending', problem: null });
  const answer = await send({ client_id: clientId, body, attachments: attachments.map(({ id }) => id) });
  if ('message' in answer) patch(key, clientId, { state: 'sent', messageId: answer.message.id });
  else patch(key, clientId, { state: 'failed', problem: answer.problem });
}

const sameFiles = (message: Message, unsent: Unsent) =>
  message.attachments.map(({ id }) => id).join() === unsent.attachments.map(({ id }) => id).join();

/**
 * Which of the unsent ones still have to be shown: a message may be in the thread before the answer to its sending is
 * here, because the thread was told of it in the meantime.
 */
export function stillUnsent(
  unsent: readonly Unsent[],
  messages: readonly Message[],
  side: Message['from'],
): Unsent[] {
  const taken = new Set<string>();
  return unsent.filter((one) => {
    if (one.state === 'failed') return true;
    const start = messages.findIndex(({ id }) => id === one.after) + 1;
    const arrived = messages
      .slice(start)
      .find((message) =>
        one.messageId === null
          ? message.from === side &&
            message.body === one.body.trim() &&
            sameFiles(message, one) &&
            !taken.has(message.id)
          : message.id === one.messageId,
      );
    if (arrived) taken.add(arrived.id);
    return arrived === undefined;
  });
}

export interface Outbox {
  /** In the order they were written; what the thread shows already is left out. */
  unsent: readonly Unsent[];
  send: (body: string, attachments: readonly Attachment[]) => void;
  retry: (clientId: string) => void;
  discard: (clientId: string) => void;
}

interface OutboxOptions {
  /** Names person and conversation. */
  key: string;
  side: Message['from'];
  messages: readonly Message[];
  send: Send;
}

/**
 * Messages on their way. They outlive the thread on screen: who looks elsewhere meanwhile finds them again, sent or not.
 * What the network lost goes again by itself when it is back, under the same id.
 */
export function useOutbox({ key, side, messages, send }: OutboxOptions): Outbox {
  const all = useKeyed(outbox, key);
  const newest = messages.at(-1)?.id ?? null;
  const latest = useRef(send);
  useEffect(() => {
    latest.current = send;
  }, [send]);

  useEffect(() => {
    const known = new Set(messages.map(({ id }) => id));
    drop(key, ({ messageId }) => messageId !== null && known.has(messageId));
  }, [key, messages]);

  useEffect(() => {
    const again = () => {
      for (const one of outbox.read(key))
        if (one.problem?.kind === 'network') void post(key, one, latest.current);
    };
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [key]);

  return {
    unsent: stillUnsent(all, messages, side),
    send: useCallback(
      (body, attachments) => {
        const unsent: Unsent = {
          clientId: crypto.randomUUID(),
          body,
          attachments,
          at: new Date().toISOString(),
          after: newest,
          state: 'sending',
          problem: null,
          messageId: null,
        };
        outbox.change(key, (list) => [...list, unsent]);
        void post(key, unsent, latest.current);
      },
      [key, newest],
    ),
    retry: useCallback(
      (clientId) => {
        const one = outbox.read(key).find((unsent) => unsent.clientId === clientId);
        if (one?.state === 'failed') void post(key, one, latest.current);
      },
      [key],
    ),
    discard: useCallback((clientId) => drop(key, (one) => one.clientId === clientId), [key]),
  };
}
