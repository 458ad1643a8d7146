import { type IdKind, MAX_ROW, rowId } from '@ezdash/contracts';

/** The row of a public id, or null: a text of another kind, or a number no row can have. */
export function publicRowId(kind: IdKind, id: string): number | null {
  const row = rowId(kind, id);
  return row !== null && row <= MAX_ROW ? row : null;
}
