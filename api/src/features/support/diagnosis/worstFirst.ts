import type { Finding } from '@ezdash/contracts';
import { WELL_FINDINGS } from '@ezdash/contracts/constants';

type Kind = Finding['kind'];

/** From worst to least. */
const RANKS = [
  'account-not-active',
  'campaign-stopped',
  'property-stopped',
  'zone-stopped',
  'campaign-rejected',
  'property-rejected',
  'campaign-unfunded',
  'campaign-paused-by-system',
  'campaign-total-reached',
  'campaign-total-rest',
  'campaign-budget-reached',
  'zone-no-tag',
  'campaign-loses-auctions',
  'campaign-targeting-narrow',
  'zone-low-fill',
  'campaign-paused-by-user',
  'campaign-in-review',
  'property-pending',
  'campaign-scheduled',
  'campaign-completed',
  'campaign-delivers',
  'zone-delivers',
] as const satisfies readonly Kind[];

/** What is told also to somebody who has named nothing: it stops something that should run, and wants them to act. */
const GRAVE: ReadonlySet<Kind> = new Set<Kind>([
  'account-not-active',
  'campaign-stopped',
  'property-stopped',
  'zone-stopped',
  'campaign-rejected',
  'property-rejected',
  'campaign-unfunded',
  'campaign-paused-by-system',
  'campaign-total-reached',
  'campaign-total-rest',
  'campaign-budget-reached',
  'zone-no-tag',
]);

export const isGrave = ({ kind }: Finding): boolean => GRAVE.has(kind);

const WELL: ReadonlySet<Kind> = new Set<Kind>(WELL_FINDINGS);

/** All is well, its figures say. */
export const isWell = ({ kind }: Finding): boolean => WELL.has(kind);

/** The worst ones; of the same kind in the order given. */
export function worstFirst(findings: readonly Finding[], most: number): Finding[] {
  return [...findings].sort((a, b) => RANKS.indexOf(a.kind) - RANKS.indexOf(b.kind)).slice(0, most);
}
