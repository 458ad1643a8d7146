/** The figures every page shows, read from the rollups, the spend rows and the ledger in one place. */
export { balanceOf, balancesOf, type OwnerBalances, spendableOf } from './balances';
export {
  addDelivery,
  deliveredBefore,
  deliveryByCampaign,
  deliveryByCountry,
  deliveryByDay,
  NO_DELIVERY,
  spendOf,
  spendSince,
} from './deliveryFigures';
export { boundsOf, isOffHours, type LocalDays, localDay, midnight, QUARTER_START } from './localDays';
export {
  addDays,
  dayOf,
  endOfFirstDay,
  makePeriod,
  type Period,
  type PeriodQuery,
  periodOf,
  periodQuery,
  previousPeriod,
  shareOfDay,
  singleDay,
} from './period';
export { publicRowId } from './publicRowId';
export {
  addEarnings,
  dailyEarnings,
  earningsByCountry,
  figuresByDay,
  figuresByProperty,
  figuresByZone,
  NO_EARNINGS,
  OTHER_ZONES,
  requestedBefore,
} from './publisherFigures';
export { timezoneQuery } from './timezone';
