import { z } from 'zod';
import type { Clock } from '../../../platform/clock';
import type { Db } from '../../../platform/db';
import { type Gateway, GatewayRefused, type GatewaySetup } from '../Gateway';
import * as repo from './sandbox.repo';

const SETUP_MS = 30 * 60_000;
const isId = (text: string) => z.uuid().safeParse(text).success;

/** Whether the visitor has taken too long. */
export const isOver = ({ state, expires_at }: repo.SandboxRow, now: Date): boolean =>
  state === 'open' && expires_at <= now;

function present(row: repo.SandboxRow, now: Date): GatewaySetup {
  const { state, token, brand, last4, expires } = row;
  // A method that was given back is no more.
  if (row.detached_at !== null || isOver(row, now)) return { state: 'expired' };
  if (state === 'done' && token !== null && last4 !== null)
    return { state: 'done', method: { token, brand, last4, expires } };
  return state === 'cancelled' || state === 'declined' ? { state } : { state: 'open' };
}

export interface SandboxDeps {
  db: Db;
  clock: Clock;
  /** Where people reach the app, without a slash at the end. */
  appUrl: string;
}

/** A gateway for trying out: its page takes test numbers, and no money moves. Never in production. */
export function createSandboxGateway({ db, clock, appUrl }: SandboxDeps): Gateway {
  return {
    id: 'sandbox',
    name: 'Sandbox',
    kinds: ['card', 'bank_account'],

    async beginSetup({ setupId, kind, returnUrl }) {
      // The number of our own visit is its key: it is a random UUID, which nobody guesses.
      if (!isId(setupId)) throw new GatewayRefused('A visit is named by a UUID');
      const now = clock.now();
      await repo.insertSetup(db, {
        id: setupId,
        kind,
        return_url: returnUrl,
        state: 'open',
        created_at: now,
        expires_at: new Date(now.getTime() + SETUP_MS),
      });
      return { url: `${appUrl}/gateway/sandbox/setup/${setupId}` };
    },

    async readSetup(setupId) {
      const row = isId(setupId) ? await repo.findSetup(db, setupId) : undefined;
      return row ? present(row, clock.now()) : { state: 'expired' };
    },

    detach: (token) => repo.noteDetached(db, token, clock.now()),
  };
}
