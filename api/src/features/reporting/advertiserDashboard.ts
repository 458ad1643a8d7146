import type { AdvertiserDashboard, Campaign, DeliveryFigures } from '@ezdash/contracts';
import { type Db, inTransaction } from '../../platform/db';
import { findHalts, type PaceLine, readCampaigns } from '../campaigns';
import {
  addDelivery,
  balanceOf,
  dayOf,
  deliveredBefore,
  deliveryByCountry,
  deliveryByDay,
  endOfFirstDay,
  NO_DELIVERY,
  type Period,
  previousPeriod,
  singleDay,
  spendableOf,
} from '../figures';
import { findBrokenLandings } from '../landing';
import { advertiserCallOuts } from './advertiserCallOuts';
import { readCallOutFacts } from './callOutFacts';
import { chooseCampaigns, MOST_PACED, PACED_STATES } from './chosenCampaigns.repo';
import { findDismissed } from './dismissals.repo';
import { findManager } from './manager.repo';
import { moneyLeft } from './moneyLeft';
import { MOST_CALL_OUTS } from './worstFirst';

const MOST_COUNTRIES = 8;

/** Every day of the period, silent ones with zeros. */
export function fillDays<Figures extends object>(
  days: readonly string[],
  byDay: ReadonlyMap<string, Figures>,
  nothing: Readonly<Figures>,
): (Figures & { day: string })[] {
  return days.map((day) => ({ ...nothing, ...byDay.get(day), day }));
}

/** Today's money against today's budget: most spent first, at most six. */
export function pacingOf(campaigns: readonly Campaign[]): AdvertiserDashboard['pacing'] {
  return campaigns
    .filter((campaign) => PACED_STATES.includes(campaign.state))
    .sort(
      (a, b) =>
        b.today.spend_micros - a.today.spend_micros ||
        PACED_STATES.indexOf(a.state) - PACED_STATES.indexOf(b.state) ||
        b.daily_budget_micros - a.daily_budget_micros,
    )
    .slice(0, MOST_PACED)
    .map((campaign) => {
      const image = campaign.creatives[0]?.image;
      return {
        id: campaign.id,
        name: campaign.name,
        state: campaign.state,
        state_reason: campaign.state_reason,
        pricing: campaign.pricing,
        image: image?.format === 'image' ? image.url : null,
        width: image?.width ?? null,
        height: image?.height ?? null,
        ...campaign.today,
      };
    });
}

/**
 * Everything the advertiser's dashboard shows, in some twenty indexed queries over one snapshot of the database: the
 * figures, the balance and the states agree with each other.
 */
export function readAdvertiserDashboard(
  db: Db,
  advertiserId: number,
  period: Period,
  now: Date,
  finalUntil: Date,
  paceLine?: PaceLine,
): Promise<AdvertiserDashboard> {
  return inTransaction(
    db,
    async (trx) => {
      const before = previousPeriod(period);
      const today = singleDay(now);
      const byDay = await deliveryByDay(trx, advertiserId, { start: before.start, end: period.end });
      const inPeriod = today.from >= before.from && today.from <= period.to;
      const todayByDay = inPeriod ? byDay : await deliveryByDay(trx, advertiserId, today);
      const countries = await deliveryByCountry(trx, advertiserId, period, MOST_COUNTRIES);
      const comparable = await deliveredBefore(trx, advertiserId, endOfFirstDay(before));
      const balance = await balanceOf(trx, advertiserId);
      const availableMicros = spendableOf(balance);
      const dismissed = await findDismissed(trx, advertiserId, now);
      const halted = (await findHalts(trx, [advertiserId])).size > 0;
      const { paced, toTell, shownAt, unfunded, hasCampaigns } = await chooseCampaigns(
        trx,
        { advertiserId, now, balanceMicros: availableMicros, halted },
        MOST_CALL_OUTS + dismissed.size,
      );
      const chosen = [...new Set([...paced, ...toTell])];
      const views = await readCampaigns(trx, { advertiserId, ids: chosen }, null, now, paceLine);
      const campaigns = views.map((view) => view.campaign);
      const told = views.filter((view) => toTell.includes(view.id)).map((view) => view.campaign);
      const broken = await findBrokenLandings(trx, advertiserId, toTell);
      const days = fillDays<DeliveryFigures>(period.days, byDay, NO_DELIVERY);
      const previousDays = fillDays<DeliveryFigures>(before.days, byDay, NO_DELIVERY);
      const { daysLeft: left, perDayMicros } = await moneyLeft(trx, advertiserId, availableMicros, now);
      const facts = await readCallOutFacts(trx, advertiserId, toTell, shownAt, now);
      const manager = await findManager(trx, advertiserId);
      return {
        from: period.from,
        to: period.to,
        now: now.toISOString(),
        final_until: finalUntil.toISOString(),
        balance_micros: balance.cashMicros,
        bonus_micros: balance.bonusMicros,
        days_left: left,
        totals: addDelivery(days),
        previous: addDelivery(previousDays),
        comparable,
        days,
        previous_days: previousDays,
        today: { ...NO_DELIVERY, ...todayByDay.get(dayOf(now)) },
        pacing: pacingOf(campaigns),
        countries,
        call_outs: advertiserCallOuts(
          told,
          { availableMicros, daysLeft: left, perDayMicros, unfunded, hasCampaigns },
          broken,
          facts,
          dismissed,
        ),
        ...(manager !== undefined && { manager }),
      };
    },
    { isolation: 'repeatable read' },
  );
}
