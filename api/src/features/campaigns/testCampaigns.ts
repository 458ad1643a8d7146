import { translateMessage } from '../../locales';
import { type AppWorld, fakeClock, openApp, type TestClient } from '../../testing';
import { createCampaignsFeature } from '.';

/** The app with campaigns, at noon of 21 November 2026 (UTC). */
export function openCampaigns(): Promise<AppWorld> {
  const clock = fakeClock('2026-11-21T12:00:00.000Z');
  return openApp(({ db }) => ({
    clock,
    mounts: createCampaignsFeature({ db, clock }).mounts,
    translate: translateMessage,
  }));
}

/** What a page sends with a change, for calls whose other headers matter. */
export async function guardOf(client: TestClient): Promise<Record<string, string>> {
  const { body } = await client.get<{ csrf_token: string }>('/api/auth/me');
  return { 'X-CSRF-TOKEN': body.csrf_token, 'X-Requested-With': 'XMLHttpRequest' };
}
