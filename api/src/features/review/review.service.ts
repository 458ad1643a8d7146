import {
  type Campaign,
  publicId,
  type ReviewDecision,
  type ReviewLanding,
  type ReviewQueue,
  type Stop,
} from '@ezdash/contracts';
import type { Clock } from '../../platform/clock';
import { type Db, inTransaction, type Trx } from '../../platform/db';
import { ConflictError, NotFoundError, ValidationError } from '../../platform/errors';
import { byStaff, foreignDisplayUrl, readCampaigns, withHistory } from '../campaigns';
import { asOwner, type PreviewService } from '../creatives';
import { publicRowId, singleDay } from '../figures';
import { findLandings, type LandingService, presentLanding } from '../landing';
import { findStopsInReview, liftApproved, type StopNews } from '../stops';
import * as repo from './review.repo';

export interface ReviewService {
  /**
   * The oldest campaigns in review, a hundred at most, how many wait in all, and how many this reviewer has decided today
   * (UTC).
   */
  queue(reviewerId: number): Promise<ReviewQueue>;
  /**
   * Approves or rejects. 409 `ALREADY_DECIDED` names who was faster; 409 `CHANGED` when the advertiser has changed the
   * campaign since `submittedAt`. Answers the campaign as it is now.
   */
  decide(
    reviewerId: number,
    id: string,
    decision: ReviewDecision,
    submittedAt: Date | null,
  ): Promise<Campaign>;
  /** Looks at the landing page of a campaign that runs or is in review; 404 for others. */
  checkLanding(id: string): Promise<ReviewLanding>;
}

/** What was decided on a campaign, for those who tell its owner. */
export interface CampaignVerdict {
  campaignId: number;
  decision: ReviewDecision['decision'];
  reasons: ReviewDecision['reasons'];
  /** The reviewer's own words; may be empty. */
  message: string;
  decidedAt: Date;
}

export interface ReviewDeps {
  db: Db;
  clock: Clock;
  /** Opens files that wait for their approval; without it they are as their owner sees them. */
  previews?: Pick<PreviewService, 'createSigner'>;
  /** Looks at landing pages; without it none are looked at. */
  landing?: Pick<LandingService, 'checkLookedAt'>;
  /** Told of every decision, in its transaction. */
  onDecided?(trx: Trx, verdict: CampaignVerdict): Promise<void>;
  /** Told of other campaigns' creatives that an approval sets free: they show the same file. */
  onLifted?(trx: Trx, news: readonly StopNews[]): Promise<void>;
}

/** More than anybody decides before the queue is read again: those behind follow as the first ones go. */
const MOST_SHOWN = 100;

/** 14:02 of 21 Nov: `2026-11-21 14:02 UTC` */
const atMinute = (time: Date) => `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** Why the decision came too late, in a sentence. */
async function tooLate(db: Db, campaignId: number): Promise<Error> {
  const decided = await repo.findDecided(db, campaignId);
  if (!decided || decided.state === 'draft') return new NotFoundError('No such campaign');
  if (decided.state === 'in_review')
    return new ConflictError('The advertiser has changed this campaign. Look at it again', 'CHANGED');
  const { state, reviewer, reviewed_at } = decided;
  if ((state === 'approved' || state === 'rejected') && reviewer !== null && reviewed_at !== null)
    return new ConflictError(
      `${reviewer} ${state === 'approved' ? 'approved' : 'rejected'} this campaign at ${atMinute(reviewed_at)}`,
      'ALREADY_DECIDED',
    );
  return new ConflictError('This campaign is not in review any more', 'NOT_IN_REVIEW');
}

/** A verdict with the bundles that the reviewer has clicked. */
interface Judgement extends repo.Verdict {
  clicked: readonly number[];
}

/** Behind the decision, in its transaction: until then somebody could still change what is judged. */
function refuseWrong(
  rejected: readonly repo.RejectedCreative[],
  creatives: readonly { id: number; judged: boolean }[],
  approved: boolean,
): void {
  rejected.forEach(({ id }, index) => {
    if (!creatives.some((creative) => creative.id === id))
      throw new ValidationError({
        [`creatives.${index}.id`]: ['This creative is not in the campaign any more'],
      });
  });
  const remains = creatives.some(({ id, judged }) => judged && !rejected.some((each) => each.id === id));
  if (approved && creatives.length > 0 && !remains)
    throw new ValidationError({ creatives: ['All creatives are rejected: reject the campaign'] });
}

/** Nobody approves a bundle whose click has never been seen to work: by the gate before, or by the reviewer now. */
async function requireClicks(
  trx: Trx,
  campaignId: number,
  { rejected, clicked }: Judgement,
  now: Date,
): Promise<void> {
  const open = (await repo.findUnclicked(trx, campaignId)).filter(
    ({ id }) => !rejected.some((each) => each.id === id),
  );
  const missing = open.find(({ id }) => !clicked.includes(id));
  if (missing)
    throw new ValidationError({
      creatives: [
        `Click “${missing.name}” in its preview. Its click hasn’t been seen to open the landing page`,
      ],
    });
  const click = { by: 'reviewer', at: now.toISOString() } as const;
  await repo.keepClicks(
    trx,
    open.map(({ asset_id }) => asset_id),
    click,
  );
}

/** The campaign and with it its creatives; false when it is decided already. */
async function judge(
  trx: Trx,
  campaignId: number,
  verdict: Judgement,
  submittedAt: Date | null,
  now: Date,
): Promise<boolean> {
  if (!(await repo.decide(trx, campaignId, verdict, submittedAt, now))) return false;
  const creatives = await repo.lockCreatives(trx, campaignId);
  refuseWrong(verdict.rejected, creatives, verdict.state === 'approved');
  if (verdict.creativeState === 'approved') await requireClicks(trx, campaignId, verdict, now);
  await repo.judgeCreatives(trx, campaignId, verdict, now);
  return true;
}

/** Campaigns as a reviewer sees them: with files that open before anybody else may load them. */
async function withPreviews(
  previews: Pick<PreviewService, 'createSigner'>,
  campaigns: readonly Campaign[],
): Promise<Campaign[]> {
  const images = campaigns.flatMap(({ creatives }) => creatives.map(({ image }) => image));
  const signed = await previews.createSigner(images, 'review');
  return campaigns.map((campaign) => ({
    ...campaign,
    creatives: campaign.creatives.map((creative) => ({ ...creative, image: signed(creative.image) })),
  }));
}

export function createReviewService({
  db,
  clock,
  previews = asOwner,
  landing,
  onDecided,
  onLifted,
}: ReviewDeps): ReviewService {
  return {
    async queue(reviewerId) {
      const now = clock.now();
      const today = singleDay(now);
      const { ids, campaigns, creatives } = await repo.findWaiting(db, MOST_SHOWN);
      const places = new Map(ids.map((id, place) => [id, place]));
      const views = (await readCampaigns(db, { ids }, today, now))
        // Not one that was decided a moment ago.
        .filter(({ campaign }) => campaign.state === 'inReview')
        .toSorted((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0));
      const owners = [...new Set(views.map((view) => view.advertiserId))];
      const advertisers = new Map((await repo.findAdvertisers(db, owners)).map((row) => [row.id, row]));
      const landings = new Map(
        (await findLandings(db, ids)).map((row) => [
          publicId('campaign', row.campaign_id),
          presentLanding(row),
        ]),
      );
      const stops = new Map<number, Stop[]>();
      for (const id of ids) stops.set(id, await findStopsInReview(db, id));
      const shown = await withPreviews(
        previews,
        views.map(({ campaign }) => campaign),
      );
      const reviews = views.flatMap(({ id, advertiserId, submittedAt }, index) => {
        const advertiser = advertisers.get(advertiserId);
        const campaign = shown[index];
        if (!advertiser || !campaign) return [];
        const landing = landings.get(campaign.id) ?? null;
        const submitted_at = submittedAt?.toISOString() ?? campaign.updated_at;
        const foreign_display_urls = campaign.creatives.flatMap(
          ({ image }) => foreignDisplayUrl(campaign.landing_url, image) ?? [],
        );
        const beside = { landing, foreign_display_urls, stops: stops.get(id) ?? [] };
        return [{ campaign, advertiser, submitted_at, ...beside }];
      });
      return {
        reviews,
        waiting: campaigns,
        waiting_creatives: creatives,
        decided_today: await repo.decidedSince(db, reviewerId, today.start),
      };
    },

    async decide(reviewerId, id, { decision, reasons, message, creatives = [], clicked = [] }, submittedAt) {
      const campaignId = publicRowId('campaign', id);
      if (campaignId === null) throw new NotFoundError('No such campaign');
      const now = clock.now();
      const approved = decision === 'approve';
      const rejected = creatives.map((creative) => ({
        id: publicRowId('creative', creative.id) ?? 0,
        reason: creative.reasons.join(','),
        note: creative.message || null,
      }));
      const byThemselves = rejected.length > 0;
      const verdict: Judgement = {
        reviewerId,
        clicked: clicked.map((each) => publicRowId('creative', each) ?? 0),
        rejected,
        creativeState: approved || byThemselves ? 'approved' : 'rejected',
        state: approved ? 'approved' : 'rejected',
        // The reviewer's own words when there are some, else every code; the creatives keep the codes.
        campaignReason: approved ? null : message || reasons.join(','),
        creativeReason: approved || byThemselves ? null : reasons.join(','),
      };
      const done = await inTransaction(db, async (trx) => {
        const decided = await withHistory(trx, { by: byStaff(reviewerId), at: now }, [campaignId], () =>
          judge(trx, campaignId, verdict, submittedAt, now),
        );
        if (!decided) return false;
        if (approved) {
          const lifted = await liftApproved(trx, campaignId, { by: reviewerId, at: now });
          await onLifted?.(trx, lifted);
        }
        await onDecided?.(trx, { campaignId, decision, reasons, message, decidedAt: now });
        return true;
      });
      if (!done) throw await tooLate(db, campaignId);
      const [view] = await readCampaigns(db, { ids: [campaignId] }, singleDay(now), now);
      const [campaign] = view ? await withPreviews(previews, [view.campaign]) : [];
      if (!campaign) throw new NotFoundError('No such campaign');
      return campaign;
    },

    async checkLanding(id) {
      const campaignId = publicRowId('campaign', id);
      if (campaignId === null) throw new NotFoundError('No such campaign');
      if (!(await landing?.checkLookedAt(campaignId))) throw new NotFoundError('No such campaign');
      const [found] = await findLandings(db, [campaignId]);
      return { landing: found ? presentLanding(found) : null };
    },
  };
}
