import { publicId } from '@ezdash/contracts';
import type { Trx } from '../../platform/db';
import { findOperators } from './alerts.repo';
import type { Alert } from './letter';
import { awaitsMail } from './notices/notices.repo';
import type { NoticesService } from './notices/notices.service';
import { LONGEST_EXCERPT, LONGEST_NAME, shorten } from './shorten';
import type { Tell } from './tell';

export interface SupportAnswer {
  userId: number;
  conversationId: number;
  subject: string;
  /** May be empty. */
  author: string;
  /** The public id of the answer. */
  messageId: string;
  excerpt: string;
}

/** A customer's turn of waiting: it begins once, however often they write in it. */
export interface SupportQuestion {
  conversationId: number;
  waitingSince: Date;
}

export interface SupportAlerts {
  /** Support has answered: the mail waits a little, and does not go when the answer is read meanwhile. */
  supportAnswered(trx: Trx, answer: SupportAnswer): Promise<void>;
  /** The customer has looked at a conversation: nothing needs to be said of its answers any more. */
  conversationRead: NoticesService['conversationRead'];
  /** A customer waits for a person: all active operators are told, once in each turn of waiting. */
  supportAsked(trx: Trx, question: SupportQuestion): Promise<void>;
  /** Nobody waits any more in a conversation: no mail needs to say so. */
  askingOver: NoticesService['askingOver'];
}

/** What both sides of support are told. */
export function createSupportAlerts({
  tell,
  notices,
}: {
  tell: Tell;
  notices: Pick<NoticesService, 'conversationRead' | 'askingOver'>;
}): SupportAlerts {
  return {
    async supportAnswered(trx, answer) {
      const { userId, messageId } = answer;
      const conversation_id = publicId('conversation', answer.conversationId);
      const data = {
        conversation_id,
        subject: shorten(answer.subject, LONGEST_NAME),
        author: shorten(answer.author, LONGEST_NAME),
        excerpt: shorten(answer.excerpt, LONGEST_EXCERPT),
      };
      // Several answers within the wait are one mail, whose link leads to all of them.
      const withoutMail = await awaitsMail(trx, userId, conversation_id);
      const alert: Alert = { userId, event: 'support_answered', data, occurrence: messageId };
      await tell(trx, [alert], { withoutMail });
    },
    conversationRead: notices.conversationRead,

    async supportAsked(trx, { conversationId, waitingSince }) {
      const data = {
        conversation_id: publicId('conversation', conversationId),
        waiting_since: waitingSince.toISOString(),
      };
      const occurrence = `${conversationId}:${waitingSince.getTime()}`;
      const alerts = (await findOperators(trx)).map(
        (userId): Alert => ({ userId, event: 'support_asked', data, occurrence }),
      );
      await tell(trx, alerts);
    },
    askingOver: notices.askingOver,
  };
}
