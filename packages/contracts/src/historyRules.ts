/** Who changed a campaign: somebody of the account, the network's staff, a program, one of its rules, the network by itself. */
export const HISTORY_ACTORS = ['person', 'staff', 'apiToken', 'rule', 'system'] as const;
export type HistoryActor = (typeof HISTORY_ACTORS)[number];

/**
 * Why a change cannot be undone. `created`: it made the campaign. `staff`: the network decided it. `undone`: it is undone
 * already. `later`: what it changed was changed again since. `archived`: an archived campaign does not change. `state`:
 * the campaign's state does not allow it, or there is no way back from it.
 */
export const UNDO_REFUSALS = ['created', 'staff', 'undone', 'later', 'archived', 'state'] as const;
export type UndoRefusal = (typeof UNDO_REFUSALS)[number];

/** Changes of one answer; there is a cursor for those before them. */
export const HISTORY_PAGE = 50;
