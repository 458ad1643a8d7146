import {
  CONVERSION_GOALS,
  type ConversionGoal,
  type ConversionGoalKey,
  type ConversionGoalList,
  type ConversionGoalUpdate,
  type conversionGoalInput,
  publicId,
} from '@ezdash/contracts';
import type { z } from 'zod';
import type { Clock } from '../../platform/clock';
import { type Db, inTransaction, lockOwner, type Trx, toNumber } from '../../platform/db';
import { ConflictError, NotFoundError, ValidationError } from '../../platform/errors';
import { publicRowId } from '../figures';
import type { GoalKeys } from './goalKey';
import * as repo from './goals.repo';

/**
 * Two days before a day of raw events is dropped its clicks may be missing: a decision is clicked within a day, and the
 * day that runs is kept as far as it has come.
 */
const CLICK_MARGIN_DAYS = 2;
const HOUR_MS = 3_600_000;

export interface GoalServiceDeps {
  db: Db;
  clock: Clock;
  keys: GoalKeys;
  /** Where people reach the app, without a slash at the end. */
  appUrl: string;
  /** How many days of raw events are kept, today included: beyond them there is no click to be found. */
  rawEventDays: number;
}

type GoalInput = z.output<typeof conversionGoalInput>;
/** What may be left out: values as reported, repetitions refused, reports from everywhere. */
type Optional = 'value_kind' | 'repeats' | 'allowed_addresses';
export type NewGoal = Omit<GoalInput, Optional> & Partial<Pick<GoalInput, Optional>>;

export interface GoalService {
  list(ownerId: number): Promise<ConversionGoalList>;
  /** Another owner's does not exist (404). */
  get(ownerId: number, id: string): Promise<ConversionGoal>;
  /** Refuses (422) a window beyond the clicks that are kept, and (409) more goals than an account may have. */
  create(ownerId: number, input: NewGoal): Promise<ConversionGoal>;
  /** Refuses (422) what `create` refuses, and to take reports without the key as long as a campaign pays for them. */
  update(ownerId: number, id: string, changes: ConversionGoalUpdate): Promise<ConversionGoal>;
  showKey(ownerId: number, id: string): Promise<ConversionGoalKey>;
  /** The old key opens for so many hours too; with 0 it opens nothing from the next postback on. */
  renewKey(ownerId: number, id: string, overlapHours?: number): Promise<ConversionGoalKey>;
  /** For an account that is deleted, in its transaction; bears being run again. */
  forget(trx: Trx, ownerId: number): Promise<void>;
  /** What the archive of a person's data holds. */
  exportOf(ownerId: number, on?: Db): Promise<Omit<ConversionGoal, 'postback_url' | 'pixel_url'>[]>;
}

const KEY_IS_PAID_FOR = 'A campaign pays for conversions of this goal: its reports need the key';
export const noGoal = () => new NotFoundError('No such goal', 'NO_SUCH_GOAL');
export const goalRow = (id: string) => publicRowId('conversionGoal', id);

/** The longest window that finds its clicks, in days. */
const longestWindow = (rawEventDays: number) =>
  Math.min(CONVERSION_GOALS.longestWindowDays, rawEventDays - CLICK_MARGIN_DAYS);

function presentSettings(row: repo.GoalView) {
  return {
    id: publicId('conversionGoal', row.id),
    name: row.name,
    window_days: row.window_days,
    duplicates: row.duplicates,
    value_kind: row.value_kind,
    value_micros: row.value_micros === null ? null : toNumber(row.value_micros),
    repeats: row.repeats,
    pixel: row.pixel,
    requires_key: row.requires_key,
    allowed_addresses: row.allowed_addresses,
    old_key_until: row.old_key_until?.toISOString() ?? null,
    state: row.state,
    created_at: row.created_at.toISOString(),
    last_received_at: row.last_received_at?.toISOString() ?? null,
  };
}

/** The addresses of a goal, with what the advertiser's server fills in as `{…}`. */
function addressesOf(appUrl: string, row: repo.GoalRow) {
  const id = publicId('conversionGoal', row.id);
  const needsTx = row.duplicates === 'every' ? '&tx={tx}' : '';
  const reported = `click_id={click_id}&value={value}${needsTx}`;
  const key = row.requires_key ? '&key={key}' : '';
  return {
    postback_url: `${appUrl}/postback?goal=${id}&${reported}${key}`,
    pixel_url: row.pixel ? `${appUrl}/pixel/${id}.gif?${reported}` : null,
  };
}

/** Reads the goal's key, which is gone with a deleted account. */
function keyOf(keys: GoalKeys, row: repo.GoalRow): ConversionGoalKey {
  if (!row.key_sealed) throw noGoal();
  return { key: keys.open(row.key_sealed, row.id) };
}

interface Checked {
  windowDays: number;
  pixel: boolean;
  requiresKey: boolean;
  valueKind: GoalInput['value_kind'];
  hasValue: boolean;
  duplicates: GoalInput['duplicates'];
  repeats: GoalInput['repeats'];
}

export function createGoalService({ db, clock, keys, appUrl, rawEventDays }: GoalServiceDeps): GoalService {
  const longest = longestWindow(rawEventDays);
  const present = (row: repo.GoalView): ConversionGoal => ({
    ...presentSettings(row),
    ...addressesOf(appUrl, row),
  });

  function check(goal: Checked): void {
    const { windowDays, pixel, requiresKey, valueKind, hasValue, duplicates, repeats } = goal;
    const errors = {
      ...(windowDays > longest && {
        window_days: [`Clicks are kept for so long that at most ${longest} days can be counted`],
      }),
      ...(pixel && requiresKey && { pixel: ['A page cannot keep a key: choose the pixel or the key'] }),
      ...(valueKind === 'fixed' && !hasValue && { value_micros: ['Say what a conversion is worth'] }),
      ...(duplicates === 'once' &&
        repeats === 'new' && {
          repeats: ['A goal that counts once a click cannot count its repetitions too'],
        }),
    };
    if (Object.keys(errors).length > 0) throw new ValidationError(errors);
  }

  async function get(on: Db, ownerId: number, id: string): Promise<repo.GoalView> {
    const row = goalRow(id);
    const found = row === null ? undefined : await repo.findOwnGoal(on, ownerId, row);
    if (!found) throw noGoal();
    return found;
  }

  async function lock(trx: Trx, ownerId: number, id: string): Promise<repo.GoalRow> {
    const row = goalRow(id);
    const found = row === null ? undefined : await repo.lockOwnGoal(trx, ownerId, row);
    if (!found) throw noGoal();
    return found;
  }

  async function create(ownerId: number, input: NewGoal) {
    const { name, duplicates, value_micros, pixel, requires_key } = input;
    const { value_kind = 'dynamic', repeats = 'reject', allowed_addresses = [] } = input;
    const windowDays = input.window_days ?? Math.min(CONVERSION_GOALS.defaultWindowDays, longest);
    check({
      windowDays,
      pixel,
      requiresKey: requires_key,
      valueKind: value_kind,
      hasValue: value_micros !== null,
      duplicates,
      repeats,
    });
    return inTransaction(db, async (trx) => {
      await lockOwner(trx, ownerId);
      if ((await repo.countGoals(trx, ownerId)) >= CONVERSION_GOALS.most)
        throw new ConflictError(`You have ${CONVERSION_GOALS.most} goals already`, 'TOO_MANY_GOALS');
      const now = clock.now();
      const made = await repo.insertGoal(trx, {
        advertiser_id: ownerId,
        name,
        window_days: windowDays,
        duplicates,
        value_kind,
        value_micros: value_micros === null ? null : BigInt(value_micros),
        repeats,
        pixel,
        requires_key,
        allowed_addresses,
        key_sealed: null,
        created_at: now,
        updated_at: now,
      });
      // Sealed for its row, whose number is known only now.
      await repo.updateGoal(trx, made.id, { key_sealed: keys.make(made.id) });
      return present({ ...made, last_received_at: null });
    });
  }

  async function update(ownerId: number, id: string, changes: ConversionGoalUpdate) {
    return inTransaction(db, async (trx) => {
      const goal = await lock(trx, ownerId, id);
      check({
        // A window that was made when clicks were kept for longer hinders no other change.
        windowDays: changes.window_days ?? 0,
        pixel: changes.pixel ?? goal.pixel,
        requiresKey: changes.requires_key ?? goal.requires_key,
        valueKind: changes.value_kind ?? goal.value_kind,
        hasValue: (changes.value_micros === undefined ? goal.value_micros : changes.value_micros) !== null,
        duplicates: goal.duplicates,
        repeats: changes.repeats ?? goal.repeats,
      });
      // Anybody who followed an ad could charge the campaign.
      if (changes.requires_key === false && (await repo.isPaidFor(trx, ownerId, goal.id)))
        throw new ValidationError({ requires_key: [KEY_IS_PAID_FOR] });
      const { value_micros, ...rest } = changes;
      await repo.updateGoal(trx, goal.id, {
        ...rest,
        ...(value_micros !== undefined && {
          value_micros: value_micros === null ? null : BigInt(value_micros),
        }),
        updated_at: clock.now(),
      });
      return present(await get(trx, ownerId, id));
    });
  }

  return {
    create,
    update,
    list: async (ownerId) => ({ goals: (await repo.findGoals(db, ownerId)).map(present) }),
    get: async (ownerId, id) => present(await get(db, ownerId, id)),
    showKey: async (ownerId, id) => keyOf(keys, await get(db, ownerId, id)),
    renewKey: (ownerId, id, overlapHours = 0) =>
      inTransaction(db, async (trx) => {
        const goal = await lock(trx, ownerId, id);
        if (!goal.key_sealed) throw noGoal();
        const key_sealed = keys.make(goal.id);
        const overlaps = overlapHours > 0;
        await repo.updateGoal(trx, goal.id, {
          key_sealed,
          old_key_sealed: overlaps ? goal.key_sealed : null,
          old_key_until: overlaps ? new Date(clock.nowMs() + overlapHours * HOUR_MS) : null,
          updated_at: clock.now(),
        });
        return keyOf(keys, { ...goal, key_sealed });
      }),
    forget: (trx, ownerId) => repo.forgetGoals(trx, ownerId, clock.now()),
    exportOf: async (ownerId, on = db) => (await repo.findGoals(on, ownerId)).map(presentSettings),
  };
}
