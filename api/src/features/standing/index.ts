export type { Operator, PropertyChange } from './changes.repo';
export {
  createStandingService,
  type Decided,
  type StandingService,
  type Status,
  type Verdict,
} from './standing.service';
