import type { User } from '@ezdash/contracts';
import { useFormat } from '@ezdash/ui';
import { useShellWaitingCreativesQuery } from './shell.api';

/** The operator's queue is read again this often while the window is looked at. */
const POLLING = { pollingInterval: 30_000, skipPollingIfUnfocused: true } as const;
const REVIEW_PATH = '/operator/review';

/** Counts at the end of the sidebar's links, by address; nothing to do and nothing known have none. */
export function useBadges(user: User): Readonly<Record<string, string>> {
  const format = useFormat();
  const isOperator = user.role === 'admin' && user.status === 'active';
  const { data: waiting } = useShellWaitingCreativesQuery(undefined, { ...POLLING, skip: !isOperator });
  return isOperator && waiting ? { [REVIEW_PATH]: format.count(waiting) } : {};
}
