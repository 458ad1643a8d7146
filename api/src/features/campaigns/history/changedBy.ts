/**
 * Who changes a campaign. `person`: somebody of the account itself, in the app. `staff`: an operator of the network.
 * `apiToken`: a program of the account. `rule`: one of its automatic rules. `system`: the network by itself.
 */
export type ChangedBy =
  | { actor: 'person'; userId: number }
  | { actor: 'staff'; userId: number }
  | { actor: 'apiToken'; tokenId: number }
  | { actor: 'rule'; ruleId: number; name: string }
  | { actor: 'system' };

/** The owner's own hand: what is meant where nobody else is named. */
export const byPerson = (userId: number): ChangedBy => ({ actor: 'person', userId });
export const byStaff = (userId: number): ChangedBy => ({ actor: 'staff', userId });
export const byToken = (tokenId: number): ChangedBy => ({ actor: 'apiToken', tokenId });
