import { translateMessage } from '../../locales';
import { type AppWorld, fakeClock, openApp } from '../../testing';
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
