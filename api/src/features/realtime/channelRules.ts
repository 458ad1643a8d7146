import { type ChannelKind, type ConversationMember, parseChannel, publicId, rowId } from '@ezdash/contracts';
import type { AuthUser } from '../../platform/auth';

/** Who asks, as the database knows them at this moment. */
export interface Person extends Pick<AuthUser, 'id' | 'role' | 'status'> {
  firstName: string | null;
  companyName: string | null;
  username: string;
}

/** Whether somebody takes part in a conversation: its owner, or an operator who may answer. */
export type MayJoinConversation = (
  user: Pick<AuthUser, 'id' | 'role' | 'status'>,
  conversationId: number,
) => Promise<boolean>;

interface Subject {
  /** The user, conversation or role behind the channel's dot. */
  subject: string;
  mayJoin: MayJoinConversation;
}

const isOperator = ({ role, status }: Person) => role === 'admin' && status === 'active';

/**
 * Who may listen to what. What an account hears of itself it hears in every standing: it may come in and see why. What
 * operators hear is other people's and closes with their account.
 */
const RULES: Readonly<Record<ChannelKind, (who: Person, about: Subject) => boolean | Promise<boolean>>> = {
  account: ({ id }, { subject }) => subject === publicId('user', id),
  operators: isOperator,
  conversation: (who, { subject, mayJoin }) => {
    const row = rowId('conversation', subject);
    return row !== null && (who.role !== 'admin' || isOperator(who)) && mayJoin(who, row);
  },
  role: (who, { subject }) => subject === who.role || isOperator(who),
  // Open to everybody, and so nothing that is asked for.
  releases: () => false,
};

/** Whether a signature may be given out for the channel. */
export async function mayListen(
  who: Person,
  channel: string,
  mayJoin: MayJoinConversation,
): Promise<boolean> {
  const parsed = parseChannel(channel);
  return parsed !== null && RULES[parsed.kind](who, { subject: parsed.subject, mayJoin });
}

/** What the others in a conversation see of somebody: never an address, never more of an operator than a first name. */
export function memberOf({ id, role, firstName, companyName, username }: Person): ConversationMember {
  const shown = username.includes('@') ? publicId('user', id) : username;
  return role === 'admin'
    ? { name: firstName?.trim() || shown, side: 'support' }
    : { name: companyName?.trim() || firstName?.trim() || shown, side: 'customer' };
}
