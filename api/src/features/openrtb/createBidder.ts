import {
  type AnsweredAd,
  advertiserDomain,
  type Engine,
  narrowZone,
  type SnapshotCampaign,
  type SnapshotCreative,
  type SnapshotZone,
  type VastPublisher,
  type VerifiedToken,
  type Visitor,
  vastDocument,
} from '../serving';
import { bannerMarkup, clickAddress } from './bannerMarkup';
import type { BidRequest, Imp } from './bidRequest';
import type { Bid, BidResponse } from './bidResponse';
import type { NoticeKind } from './createNotices';
import { CATEGORY_TAXONOMY, iabCategory } from './iabCategories';
import { nativeMarkup } from './nativeMarkup';
import { type NoBidReason, reasonOf } from './noBid';
import type { NoticeMacs } from './noticeMac';
import { type Place, placesOf } from './places';
import { bidPrice } from './prices';
import type { Seat } from './seats.repo';
import { protocolFor } from './videoProtocols';
import { keywordsOf, type VisitorParts, visitorOf } from './visitorOf';
import { type Wishes, wishesOf } from './wishes';

const MARKUP_TYPES = { banner: 1, video: 2, native: 4 } as const;
/** As long as what is bid for is set aside: behind it the money may be another's. */
const EXPIRES_SECONDS = 30;
const CURRENCY = 'USD';

export type Auction = { response: BidResponse } | { response: null; reason: NoBidReason };

export interface BidderOptions extends VisitorParts {
  engine: Engine;
  /** The network's name and address. */
  publisher: VastPublisher;
  macs: NoticeMacs;
}

/** What was found for a place. */
interface Found {
  place: Place;
  creative: SnapshotCreative;
  campaign: SnapshotCampaign | undefined;
  token: string;
  verified: VerifiedToken;
}

/** Why nothing of the request is for us, before anybody is asked. */
function refusalOf(request: BidRequest, { buyerSeat }: Seat): NoBidReason | null {
  const { cur, wseat = [], bseat = [] } = request;
  if (cur && cur.length > 0 && !cur.includes(CURRENCY)) return 'not-usd';
  const isAsked = wseat.length === 0 || (buyerSeat !== null && wseat.includes(buyerSeat));
  return isAsked && (buyerSeat === null || !bseat.includes(buyerSeat)) ? null : 'other-seat';
}

function refusalOfImp({ bidfloor, bidfloorcur, secure, pmp }: Imp, origin: string): NoBidReason | null {
  if (bidfloor > 0 && bidfloorcur !== CURRENCY) return 'not-usd';
  if (pmp?.private_auction === 1) return 'deals-only';
  return secure === 1 && !origin.startsWith('https:') ? 'not-secure' : null;
}

/** Asks the engine for bids: the same decisions, tokens and prices as for a page of our own. */
export function createBidder(options: BidderOptions) {
  const { engine, publisher, macs } = options;
  const { origin } = publisher;

  /** What is sent for a place; null when it cannot be. */
  function markupOf({ place, creative, token, verified }: Found, imp: Imp, seat: Seat): string | null {
    const click = clickAddress(`${origin}/e/c/${token}`, seat.clickMacro);
    const addresses = { click, impression: `${origin}/e/i/${token}`, view: `${origin}/e/v/${token}` };
    if (place.format === 'banner') return bannerMarkup(creative, addresses);
    if (place.format === 'video') {
      const { decisionId } = verified;
      const domain = advertiserDomain(creative.landing);
      const version = imp.video && protocolFor(imp.video)?.version;
      return vastDocument(publisher, { creative, token, decisionId, domain, version }) || null;
    }
    if (creative.content?.format !== 'native' || !imp.native?.request) return null;
    const markup = nativeMarkup(imp.native.request, creative.content.parts, addresses);
    return markup && JSON.stringify(markup);
  }

  function bidOf(found: Found, imp: Imp, seat: Seat): Bid | null {
    const { place, creative, campaign, token, verified } = found;
    const adm = markupOf(found, imp, seat);
    const price = bidPrice(verified.payoutMicros);
    if (adm === null || price === 0) return null;
    const category = iabCategory(campaign?.category ?? null);
    const notice = (kind: NoticeKind, query: string) =>
      `${origin}/openrtb2/${kind}/${macs.of(kind, token)}/${token}?${query}`;
    const priced = 'price=${' + 'AUCTION_PRICE}';
    const { content, format, width, height } = creative;
    return {
      id: verified.decisionId,
      impid: imp.id,
      price,
      adid: creative.publicId,
      nurl: notice('win', priced),
      burl: notice('bill', priced),
      lurl: notice('loss', 'price=${' + 'AUCTION_MIN_TO_WIN}&reason=${' + 'AUCTION_LOSS}'),
      adm,
      adomain: [advertiserDomain(creative.landing)],
      ...(format === 'image' && { iurl: creative.address }),
      cid: creative.campaignPublicId,
      crid: creative.publicId,
      ...(category !== undefined && { cat: [category] }),
      cattax: CATEGORY_TAXONOMY,
      mtype: MARKUP_TYPES[place.format],
      ...(place.format !== 'native' && { w: width, h: height }),
      exp: EXPIRES_SECONDS,
      ...(content?.format === 'video' && {
        protocol: imp.video && protocolFor(imp.video)?.protocol,
        dur: Math.max(1, Math.round(content.parts.duration_ms / 1_000)),
      }),
    };
  }

  /** The first of an impression's places that somebody takes. */
  function answerImp(
    imp: Imp,
    places: readonly Place[],
    ask: (zone: SnapshotZone) => AnsweredAd,
    wishes: Wishes,
    seat: Seat,
  ): Bid | NoBidReason {
    let reason: NoBidReason = 'no-place';
    for (const place of places) {
      const campaigns = new Map<number, SnapshotCampaign>();
      const zone = narrowZone(place.zone, place.floorMicros, {
        among: wishes.among,
        accepts(campaign, creative) {
          if (!wishes.accepts(creative) || !place.fits(creative)) return false;
          campaigns.set(creative.id, campaign);
          return true;
        },
      });
      const { candidates, reason: code } = ask(zone);
      const [winner] = candidates;
      const verified = winner ? engine.read(winner.token) : null;
      if (winner && verified) {
        const { creative, token } = winner;
        const campaign = campaigns.get(creative.id);
        const bid = bidOf({ place, creative, campaign, token, verified }, imp, seat);
        if (bid) return bid;
        engine.release(token);
        reason = 'no-price';
      } else reason = reasonOf(code);
    }
    return reason;
  }

  function answerAll(request: BidRequest, seat: Seat, visitor: Visitor): Auction {
    const zones = engine.snapshot.zones.ofProperty(seat.propertyId);
    const wishes = wishesOf(request);
    if (wishes === null) return { response: null, reason: 'blocked' };
    const keywords = keywordsOf(request);
    const exclude: number[] = [];
    const bids: Bid[] = [];
    let reason: NoBidReason | null = null;
    for (const imp of request.imp) {
      const places = placesOf({ imp, zones, hasClickMacro: seat.clickMacro !== null });
      const adRequest = { zones: [], visitor, exclude, keywords, test: request.test === 1 };
      const asked: AnsweredAd[] = [];
      const ask = (narrowed: SnapshotZone) => {
        const answer = engine.answerNarrowed(narrowed, adRequest, exclude, false);
        asked.push(answer);
        return answer;
      };
      const answered = refusalOfImp(imp, origin) ?? answerImp(imp, places, ask, wishes, seat);
      // One ad request, however many sizes it may have: of the place that is taken, or of the last one asked.
      const last = asked.at(-1);
      if (last) engine.countAnswer(last, adRequest);
      if (typeof answered === 'string') reason ??= answered;
      else bids.push(answered);
    }
    const [first] = bids;
    if (!first) return { response: null, reason: reason ?? 'no-campaign' };
    const seatName = seat.buyerSeat === null ? {} : { seat: seat.buyerSeat };
    return {
      response: {
        id: request.id,
        seatbid: [{ bid: bids, ...seatName, group: 0 }],
        bidid: first.id,
        cur: CURRENCY,
      },
    };
  }

  return {
    /** Never throws. What is bid for is set aside until its impression, its loss or half a minute later. */
    answer(request: BidRequest, seat: Seat): Auction {
      const refusal = refusalOf(request, seat);
      if (refusal) return { response: null, reason: refusal };
      const visitor = visitorOf(request, options);
      if (!visitor) return { response: null, reason: 'unknown-device' };
      return answerAll(request, seat, visitor);
    },
    /** Nobody waits for these bids any more. */
    withdraw({ seatbid }: BidResponse): void {
      for (const { bid } of seatbid)
        for (const { nurl } of bid)
          engine.release(nurl.slice(nurl.lastIndexOf('/') + 1).split('?', 1)[0] ?? '');
    },
  };
}
export type Bidder = ReturnType<typeof createBidder>;
