import type { Db, Trx } from '../../../platform/db';
import type { ReleaseActor } from '../releases.types';
import { actorColumns } from './activation.repo';

export interface Plan {
  id: number;
  name: string;
  releaseId: number;
  dueAt: Date;
  actor: ReleaseActor;
  why: string;
}

const COLUMNS = ['id', 'name', 'release_id', 'due_at', 'actor', 'actor_admin', 'token_id', 'why'] as const;

interface Row {
  id: number;
  name: string;
  release_id: number;
  due_at: Date;
  actor: string;
  actor_admin: number | null;
  token_id: number | null;
  why: string;
}

/** The event says who planned it, in the words that the plan has. */
const plan = ({ id, name, release_id, due_at, actor, actor_admin, token_id, why }: Row): Plan => ({
  ...{ id, name, releaseId: release_id, dueAt: due_at, why },
  actor:
    actor_admin === null
      ? { kind: 'token', id: token_id ?? 0, label: actor, remote: null }
      : { kind: 'admin', userId: actor_admin, email: '' },
});

const open = (on: Db) => on.selectFrom('remote_plan').select(COLUMNS).where('ended_at', 'is', null);

export async function insertPlan(trx: Trx, made: Omit<Plan, 'id'>): Promise<number> {
  const { id } = await trx
    .insertInto('remote_plan')
    .values({
      name: made.name,
      release_id: made.releaseId,
      due_at: made.dueAt,
      ...actorColumns(made.actor),
      token_id: made.actor.kind === 'token' ? made.actor.id : null,
      why: made.why,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function openPlansOf(on: Db, name: string): Promise<Plan[]> {
  return (await open(on).where('name', '=', name).execute()).map(plan);
}

/** Why whoever planned something may not do it any more; null: they may. */
export async function lapsedRight(on: Db, { actor }: Plan, now: Date): Promise<string | null> {
  if (actor.kind === 'admin') {
    const admin = on.selectFrom('app_user').select('id').where('id', '=', actor.userId);
    const active = admin
      .where('role', '=', 'admin')
      .where('status', '=', 'active')
      .where('deletes_at', 'is', null);
    return (await active.executeTakeFirst()) ? null : 'Whoever planned it is no active admin any more';
  }
  const token = on
    .selectFrom('remote_token')
    .select('id')
    .where('id', '=', actor.kind === 'token' ? actor.id : 0)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now);
  return (await token.executeTakeFirst())
    ? null
    : 'The token that it was planned with was revoked, or has expired';
}

export async function duePlans(on: Db, now: Date): Promise<Plan[]> {
  return (await open(on).where('due_at', '<=', now).orderBy('due_at').orderBy('id').execute()).map(plan);
}

/** Holds an open plan; null when it is over, or when another server is about it. */
export async function takePlan(trx: Trx, id: number): Promise<Plan | null> {
  const row = await open(trx).where('id', '=', id).forUpdate().skipLocked().executeTakeFirst();
  return row ? plan(row) : null;
}

/** Holds an open plan of a remote, waiting for whoever has it; null when it is over by then. */
export async function waitForPlan(trx: Trx, name: string, id: number): Promise<Plan | null> {
  const row = await open(trx).where('name', '=', name).where('id', '=', id).forUpdate().executeTakeFirst();
  return row ? plan(row) : null;
}

export async function endPlan(
  trx: Trx,
  id: number,
  outcome: 'activated' | 'cancelled' | 'refused',
  endedAt: Date,
): Promise<void> {
  await trx.updateTable('remote_plan').set({ outcome, ended_at: endedAt }).where('id', '=', id).execute();
}
