import { CHANNEL_MESSAGES, CHANNELS, publicId } from '@ezdash/contracts';
import type { Message } from './message';
import type { Note, OwnedRow } from './notes';

const account = (userId: number) => CHANNELS.account(publicId('user', userId));

const toAccounts = (users: readonly number[], event: string): Message[] =>
  users.map((userId) => ({ channel: account(userId), event, data: {} }));

const aboutRows = (rows: readonly OwnedRow[], event: string, data: (row: number) => Message['data']) =>
  rows.map(({ userId, row }): Message => ({ channel: account(userId), event, data: data(row) }));

const toOperators = (event: string): Message[] => [{ channel: CHANNELS.operators(), event, data: {} }];

function messagesFor(note: Note, spreadMs: number): Message[] {
  switch (note.topic) {
    case 'balance':
      return toAccounts(note.users, 'balance.changed');
    case 'goal':
      return toAccounts(note.users, 'goal.changed');
    case 'account':
      return toAccounts(note.users, 'account.changed');
    case 'campaign':
      return aboutRows(note.rows, 'campaign.changed', (row) => ({ campaign_id: publicId('campaign', row) }));
    case 'property':
      return aboutRows(note.rows, 'property.changed', (row) => ({ property_id: publicId('property', row) }));
    case 'review':
      return toOperators('review.changed');
    case 'network':
      return toOperators('network.changed');
    case 'release':
      return [
        {
          channel: CHANNELS.releases(),
          event: 'release.activated',
          data: { remote: note.remote, version: note.version, revision: note.revision, spread_ms: spreadMs },
        },
      ];
    case 'message':
      return [note.message];
    // These are for the servers themselves.
    case 'rights':
    case 'ended':
    case 'bind':
      return [];
  }
}

const SCHEMAS = new Map(
  Object.values(CHANNEL_MESSAGES).flatMap((messages) =>
    Object.entries(messages).map(([event, schema]) => [event, schema] as const),
  ),
);
/** An event of two kinds of channel has the same payload on both. */
const fits = ({ event, data }: Message) => SCHEMAS.get(event)?.safeParse(data).success === true;

/**
 * What browsers are told of a note, in the contracts' form; a message that has another one is left out.
 * @param spreadMs within which those who hear it come to ask
 */
export const messagesOf = (note: Note, spreadMs: number): Message[] =>
  messagesFor(note, spreadMs).filter(fits);
