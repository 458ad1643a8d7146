import './noEval';
import {
  CHANNEL_MESSAGES,
  type ConversationMember,
  conversationMember,
  parseChannel,
  TYPING_EVENT,
  typing,
} from '@ezdash/contracts';

interface Schema {
  safeParse: (data: unknown) => { success: true; data: unknown } | { success: false };
}

/** The schema of a message; undefined for one that the contracts do not have on such a channel. */
function schemaOf(channel: string, event: string): Schema | undefined {
  const kind = parseChannel(channel)?.kind;
  if (kind === undefined) return undefined;
  if (event === TYPING_EVENT) return kind === 'conversation' ? typing : undefined;
  const messages: Readonly<Record<string, Schema>> = CHANNEL_MESSAGES[kind];
  return Object.hasOwn(messages, event) ? messages[event] : undefined;
}

/** What a message says when it is one of the contracts', in their form; null otherwise. */
export function checkMessage(channel: string, event: string, data: unknown): { data: unknown } | null {
  const checked = schemaOf(channel, event)?.safeParse(data);
  return checked?.success ? { data: checked.data } : null;
}

/** Those who say of themselves what the contracts ask for. */
export function checkMembers(members: readonly unknown[]): ConversationMember[] {
  return members.flatMap((member) => {
    const checked = conversationMember.safeParse(member);
    return checked.success ? [checked.data] : [];
  });
}
