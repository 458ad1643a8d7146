import type { NewsCategory } from '@ezdash/contracts';

export interface NewsFilter {
  /** Null: all of them. */
  category: NewsCategory | null;
  unreadOnly: boolean;
}

/** A call that failed, in the server's words. */
export interface NewsFailure {
  status: number | string;
  message: string;
  requestId?: string;
}
