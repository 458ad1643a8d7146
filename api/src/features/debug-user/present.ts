import type { DebugPropertyChange } from '@ezdash/contracts';
import type { PropertyChange } from '../standing';

export const presentChange = (change: PropertyChange): DebugPropertyChange => ({
  id: change.id,
  user: { id: change.userId, email: change.email },
  property: change.property,
  from: change.from,
  to: change.to,
  changed_at: change.changedAt.toISOString(),
  undone_at: change.undoneAt?.toISOString() ?? null,
  can_undo: change.canUndo,
});
