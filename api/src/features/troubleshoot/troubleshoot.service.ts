import type { Troubleshoot } from '@ezdash/contracts';
import { publicId } from '@ezdash/contracts';
import type { Clock } from '../../platform/clock';
import type { Db } from '../../platform/db';
import { NotFoundError } from '../../platform/errors';
import type { CampaignsFeature } from '../campaigns';
import { balanceOf, type Period, publicRowId, spendableOf } from '../figures';
import { findHold } from '../rules';
import { auctionsOf, bidOfImpression } from './fates';
import { outsideCauses } from './outside';
import { readPause, readPlaces, readSample, readSubmission } from './troubleshoot.repo';

export interface TroubleshootService {
  /** Why a campaign is not shown; another advertiser's does not exist (404). */
  ofCampaign(advertiserId: number, id: string, period: Period, timezone: string): Promise<Troubleshoot>;
}

export interface TroubleshootDeps {
  db: Db;
  clock: Clock;
  campaigns: Pick<CampaignsFeature['campaigns'], 'get'>;
}

/** Of fewer decisions no share is told: half of one in ten could be anything. */
const FEWEST_TRACES = 30;
/** A zone that nobody asked for as long is no place to be shown in. */
const ASKED_WITHIN_MS = 7 * 86_400_000;

const rowsOf = (kind: 'property' | 'zone', ids: readonly string[]) =>
  ids.map((id) => publicRowId(kind, id) ?? 0);

export function createTroubleshootService({ db, clock, campaigns }: TroubleshootDeps): TroubleshootService {
  return {
    async ofCampaign(advertiserId, id, period, timezone) {
      // Whose it is comes first: nothing else is read of somebody else's.
      const campaign = await campaigns.get(advertiserId, id, period);
      const row = publicRowId('campaign', id);
      if (row === null) throw new NotFoundError('No such campaign');
      const now = clock.now();
      const { from, to } = period;
      const { properties, zones } = campaign.targeting;
      const hold = await findHold(db, row);
      const places = await readPlaces(
        db,
        {
          properties: {
            include: rowsOf('property', properties.include),
            exclude: rowsOf('property', properties.exclude),
          },
          zones: { include: rowsOf('zone', zones.include), exclude: rowsOf('zone', zones.exclude) },
        },
        new Date(now.getTime() - ASKED_WITHIN_MS),
      );
      const { impressions, clicks, spend_micros } = campaign.figures;
      const sample = await readSample(db, row, { from, to, timezone });
      const { decisions, won, causes } = auctionsOf(campaign.id, sample.counts, sample.effectiveTraces, {
        impressions,
        spendMicros: spend_micros,
        bidMicros: bidOfImpression(campaign, { impressions, clicks }),
        isFixed: campaign.bidding === 'fixed',
      });
      const tooFew = decisions === 0 || sample.effectiveTraces < FEWEST_TRACES;
      return {
        id: campaign.id,
        state: campaign.state,
        state_reason: campaign.state_reason,
        from,
        to,
        timezone,
        traces: sample.traces,
        effective_traces: sample.effectiveTraces,
        decisions,
        won,
        impressions,
        spend_micros,
        too_few: tooFew,
        outside: outsideCauses(campaign, {
          now,
          balanceMicros: spendableOf(await balanceOf(db, advertiserId)),
          submittedAt: campaign.state === 'inReview' ? await readSubmission(db, row) : null,
          pausedAt: campaign.state === 'pausedByUser' ? await readPause(db, row) : null,
          hold: hold && {
            ruleId: publicId('rule', hold.rule_id),
            name: hold.name,
            pausedAt: hold.paused_at,
          },
          places,
        }),
        auction: tooFew ? [] : causes,
      };
    },
  };
}
