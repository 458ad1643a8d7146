import {
  CLAIM_SOURCE_NAMES,
  CLAIM_SOURCES,
  type ClaimSource,
  HOLD_REASONS,
  HOLD_STATES,
  type HoldCase,
  type HoldFigures,
  publicId,
} from '@ezdash/contracts';
import { toNumber } from '../../platform/db';
import type { CaseRow } from './cases.repo';
import type { SourceRow } from './figures.repo';

export function sourceName(code: number): ClaimSource {
  const name = CLAIM_SOURCE_NAMES.find((each) => CLAIM_SOURCES[each] === code);
  if (!name) throw new Error(`${code} is no source of a claim`);
  return name;
}

/** What is kept with a case, and shown of it. */
export const figuresOf = ({ source, made_at, ...row }: SourceRow): HoldFigures => ({
  ...row.own,
  made_at: made_at?.toISOString() ?? null,
  sums: [
    { source: sourceName(source), ...row.ofSource },
    { source: null, ...row.ofPublisher },
  ],
});

export function presentCase(row: CaseRow): HoldCase {
  const state = HOLD_STATES.find((each) => each === row.state);
  if (!state) throw new Error(`The case ${row.id} is ${row.state}`);
  return {
    id: row.id,
    publisher: { id: row.publisher_id, email: row.publisher_email },
    property: { id: publicId('property', row.property_id), name: row.property },
    source: sourceName(row.source),
    state,
    reasons: HOLD_REASONS.filter((reason) => row.reasons.includes(reason)),
    figures: row.figures as HoldFigures,
    opened_at: row.opened_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
    decided_by: row.decided_by,
    why: row.why,
    decided_micros: toNumber(row.decided_micros),
  };
}
