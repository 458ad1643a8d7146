export { createStandingService, type StandingService, type Status, type Verdict } from './standing.service';
