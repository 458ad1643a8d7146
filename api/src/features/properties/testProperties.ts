import { fakeClock, openApp } from '../../testing';
import { createPropertiesFeature } from '.';

export const clock = fakeClock('2026-11-21T12:00:00.000Z');

export const openProperties = (autoApproveProperties: boolean) =>
  openApp(({ db }) => ({
    mounts: createPropertiesFeature({ db, clock, appUrl: 'https://ads.example', autoApproveProperties })
      .mounts,
  }));

/** What the forms send. */
export const propertyInput = {
  name: 'Alpine Weather',
  domain: 'https://AlpineWeather.example/today',
  category: 'weather',
  language: 'en',
};
export const zoneInput = {
  name: 'Article, top',
  size: { width: 728, height: 90 },
  floor_micros: 900_000,
  fallback: 'collapse',
};
