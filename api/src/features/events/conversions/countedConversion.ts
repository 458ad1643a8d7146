import { EVENT_KINDS, INVALID_REASONS, PRICING_CODES } from '@ezdash/contracts';
import type { BilledEvent, EventHold } from '../billing';
import { type HourlyFigures, hourlyFigures, type Place } from '../rollups';

/** A conversion that is counted, with the place of its click and what was paid for it: micros, 0 when nobody pays. */
export interface CountedConversion extends Omit<Place, 'hourMs' | 'quarter'> {
  id: bigint;
  clickId: string;
  /** Epoch milliseconds of the report: its hour and its day are the conversion's. */
  receivedAtMs: number;
  priceMicros: number;
  payoutMicros: number;
  /** The part of the price that came from the advertiser's bonus. */
  bonusMicros: number;
  /** Who named the visitor of its click; 0, or missing, is nobody. */
  claim?: number;
  /** Where its price is kept, once it is booked. */
  hold?: EventHold;
}

/**
 * A conversion as rollups, budgets and the ledger take a billed event. It counts at the time of its report: the hour of
 * the decision may be weeks back, its figures read and its day's budget spent.
 */
export const asEvent = (conversion: CountedConversion): BilledEvent => ({
  event: {
    type: 'event',
    kind: EVENT_KINDS.conversion,
    invalidReason: INVALID_REASONS.counted,
    happenedAtMs: conversion.receivedAtMs,
    decisionId: conversion.clickId,
    decidedAtMs: conversion.receivedAtMs,
    pricing: PRICING_CODES.CPA,
    zoneId: conversion.zoneId,
    creativeId: conversion.creativeId,
    campaignId: conversion.campaignId,
    country: conversion.country,
    device: conversion.device,
    os: conversion.os,
    browser: conversion.browser,
    language: conversion.language,
    subId: conversion.subId,
    priceMicros: conversion.priceMicros,
    payoutMicros: conversion.payoutMicros,
    claimed: false,
    claim: conversion.claim,
  },
  owners: {
    advertiserId: conversion.advertiserId,
    publisherId: conversion.publisherId,
    propertyId: conversion.propertyId,
  },
  verdict: INVALID_REASONS.counted,
  spendMicros: conversion.priceMicros,
  payoutMicros: conversion.payoutMicros,
  bonusMicros: conversion.bonusMicros,
  hold: conversion.hold,
});

/** What the rollups lose with these: what does not count any more is no invalid event, it is as if it were not there. */
export const withdrawnFigures = (events: readonly BilledEvent[]): HourlyFigures[] =>
  hourlyFigures(events).map((row) => ({
    ...row,
    conversions: -row.conversions,
    spendMicros: -row.spendMicros,
    payoutMicros: -row.payoutMicros,
  }));
