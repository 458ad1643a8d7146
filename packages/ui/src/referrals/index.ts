/** No tier of the shell's: bringing others, for whoever may, built into the remotes that import it (scripts/build/targets.mjs). */
export { ReferralsPage, type ReferralsPageProps } from './ReferralsPage';
export type {
  Asked,
  AskedPages,
  AskOptions,
  BannersQuestion,
  FunnelQuestion,
  ReferralsApi,
  ReferralsFailure,
  ReferrerRole,
} from './types';
