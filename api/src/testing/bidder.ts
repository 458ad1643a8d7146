import { bidRequest } from '../features/openrtb/bidRequest';
import { type Bidder, type BidderOptions, createBidder } from '../features/openrtb/createBidder';
import { createNoticeMacs } from '../features/openrtb/noticeMac';
import type { Seat } from '../features/openrtb/seats.repo';
import { request } from '../features/openrtb/testRequests';
import { NO_KINDS, openGeo } from '../features/serving';
import type { CampaignInput, CreativeInput, ZoneInput } from '../features/serving/hot/snapshotInput';
import { makeTestEngine, type TestEngine } from '../features/serving/hot/testEngine';
import { campaignInput, creativeInput } from '../features/serving/hot/testFixtures';
import { createUserAgents } from '../features/serving/hot/userAgent';

export const NOW_MS = Date.UTC(2027, 0, 14, 13, 20);
export const ORIGIN = 'https://ads.example';
export const SEAT: Seat = {
  id: 901,
  propertyId: 201,
  buyerSeat: '77',
  clickMacro: null,
  requestsPerSecond: 100,
};

export const MACS = createNoticeMacs('a secret of the tests, long enough for anybody');

/** A bidder that knows neither places nor networks, unless they are given. */
export const bidderOf = (engine: TestEngine['engine'], given: Partial<BidderOptions> = {}): Bidder =>
  createBidder({
    engine,
    publisher: { name: 'EzDash', origin: ORIGIN },
    macs: MACS,
    geo: () => 0,
    networks: NO_KINDS,
    userAgents: createUserAgents(),
    ...given,
  });

export interface BidderWorld {
  test: TestEngine;
  /** Replaces the campaigns, which bid 5.00 a thousand; unless creatives are given each has an image. */
  use(campaigns: (Partial<CampaignInput> & { id: number })[], creatives?: CreativeInput[]): void;
  /** To a request with some fields of its own, of a seat likewise. */
  answer(fields?: object, seat?: Partial<Seat>): ReturnType<Bidder['answer']>;
  /** Why there was no bid; `bid` when there was one. */
  reason(fields?: object, seat?: Partial<Seat>): string;
  close(): Promise<void>;
}

/** A bidder on an engine of its own, which sells these zones and knows the places of addresses. */
export async function openBidder(zones: ZoneInput[]): Promise<BidderWorld> {
  const test = await makeTestEngine({ campaigns: [], creatives: [], zones }, NOW_MS);
  const bidder = bidderOf(test.engine, { geo: await openGeo() });
  const answer: BidderWorld['answer'] = (fields = {}, seat = {}) =>
    bidder.answer(bidRequest.parse(request(fields)), { ...SEAT, ...seat });
  return {
    test,
    answer,
    use: (campaigns, creatives) =>
      test.use({
        campaigns: campaigns.map((fields) => campaignInput({ bidMicros: 5_000_000, ...fields })),
        creatives: creatives ?? campaigns.map(({ id }) => creativeInput({ id: id + 1_000, campaignId: id })),
        zones,
      }),
    reason: (fields, seat) => {
      const found = answer(fields, seat);
      return found.response === null ? found.reason : 'bid';
    },
    close: test.close,
  };
}
