import { type CampaignChange, type HistoryField, publicId } from '@ezdash/contracts';
import type { ChangeRow } from './history.repo';
import { judgeUndo } from './judgeUndo';
import type { Snapshot } from './snapshots';

const STATES: Readonly<Record<string, string>> = { in_review: 'inReview' };
const asState = (value: unknown) => (typeof value === 'string' ? (STATES[value] ?? value) : null);

type Item = Record<string, unknown>;
const listOf = (value: unknown): Item[] => (Array.isArray(value) ? (value as Item[]) : []);

/** Columns whose values are not what the campaign's answer has. */
const PRESENTED: Readonly<Record<string, (value: unknown) => unknown>> = {
  state: asState,
  goal_ids: (value) =>
    Array.isArray(value) ? value.map((id: number) => publicId('conversionGoal', id)) : null,
  creatives: (value) =>
    listOf(value).map(({ id, asset_id, ...rest }) => ({
      ...rest,
      id: publicId('creative', Number(id)),
      asset_id: publicId('asset', Number(asset_id)),
    })),
  reviews: (value) =>
    listOf(value).map(({ id, state, reason }) => ({
      id: publicId('creative', Number(id)),
      state: asState(state),
      reason,
    })),
  starts_at: (value) => (typeof value === 'string' ? new Date(value).toISOString() : null),
  ends_at: (value) => (typeof value === 'string' ? new Date(value).toISOString() : null),
};

/** Fields of a change as the campaign's answer has them, in the order of their names. */
export function presentFields({ changes }: Pick<ChangeRow, 'changes'>): HistoryField[] {
  return Object.entries(changes)
    .map(([field, { before, after }]) => {
      const present = PRESENTED[field] ?? ((value: unknown) => value);
      return { field, before: present(before), after: present(after) };
    })
    .sort((a, b) => a.field.localeCompare(b.field, 'en'));
}

export function presentChange(row: ChangeRow, now: Snapshot): CampaignChange {
  const change = (id: number | null) => (id === null ? null : publicId('campaignChange', id));
  return {
    id: publicId('campaignChange', row.id),
    at: row.at.toISOString(),
    kind: row.kind,
    by: { actor: row.actor, name: row.name },
    fields: presentFields(row),
    undoes: change(row.undoes),
    undone_by: change(row.undone_by),
    undo_refused: judgeUndo(row, now).refused,
  };
}
