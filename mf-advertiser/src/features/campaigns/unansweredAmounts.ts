import type { CampaignBudgets } from '@ezdash/contracts';
import { toApiError } from '@ezdash/store';
import { newUuid } from '../funds/depositId';
import type { AmountsArgs } from './campaignList.api';

/** A request as it was first sent: its key is of these campaigns in this order. */
interface Unanswered {
  ids: string[];
  key: string;
}

/**
 * Requests that nobody knows the outcome of, by what they ask for. They are kept beyond the dialog: who opens it again
 * and asks for the same means the one that was lost, and a share of a share would be another amount.
 */
const unanswered = new Map<string, Unanswered>();

/** What stops the call on its way is no answer, and a server that fails may have done the work before. */
function isAnswered(error: unknown): boolean {
  const status = toApiError(error)?.status;
  return status === undefined || (typeof status === 'number' && status >= 400 && status < 500);
}

/**
 * Sends a change of amounts; the same change of the same campaigns goes under one key, until there is an answer to it.
 *
 * @param amount which amount of the campaigns it is
 */
export async function askOnce<Answer extends { error?: unknown }>(
  amount: string,
  { ids, change }: CampaignBudgets,
  send: (args: AmountsArgs) => Promise<Answer>,
): Promise<Answer> {
  const asked = JSON.stringify([amount, [...ids].sort(), change]);
  const request = unanswered.get(asked) ?? { ids, key: newUuid() };
  unanswered.set(asked, request);
  const answer = await send({ ...request, change });
  if (isAnswered(answer.error)) unanswered.delete(asked);
  return answer;
}
