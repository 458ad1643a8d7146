import { type IdKind, rowId } from '@ezdash/contracts';

const INT4_MAX = 2_147_483_647;

/** The row of a public id, or null: a text of another kind, or a number no row can have. */
export function publicRowId(kind: IdKind, id: string): number | null {
  const row = rowId(kind, id);
  return row !== null && row <= INT4_MAX ? row : null;
}
