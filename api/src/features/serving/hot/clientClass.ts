import { boundedCache } from './boundedCache';

/** What targeting tells apart of a browser. Codes are the contract's (`DEVICE_CODES`, `OS_CODES`, `BROWSER_CODES`). */
export interface ClientClass {
  /** 1 desktop, 2 phone, 3 tablet, 4 tv. */
  device: number;
  /** 0 unknown. */
  os: number;
  /** `versionNumber` of the contract; -1 unknown. */
  osVersion: number;
  /** 0 unknown. */
  browser: number;
}

/**
 * Versions are anybody's to invent: of the classes that were met lately so many are kept, so that a request makes no new
 * object. One that is pushed out is made again; no version is lost.
 */
const CACHED = 2_048;

/** What is no version in a key: devices, browsers and systems have small codes. */
const DEVICES = 8;
const BROWSERS = 16;
const SYSTEMS = 16;
const VERSIONLESS = DEVICES * BROWSERS * SYSTEMS;

/** One number for a class of browsers; `version` is any whole number from 0 on. */
export const clientKey = (device: number, os: number, version: number, browser: number): number =>
  version * VERSIONLESS + (os * BROWSERS + browser) * DEVICES + device;

const classOf = boundedCache<ClientClass, number>(CACHED, (key) => ({
  device: key % DEVICES,
  os: Math.floor(key / (DEVICES * BROWSERS)) % SYSTEMS,
  osVersion: Math.floor(key / VERSIONLESS) - 1,
  browser: Math.floor(key / DEVICES) % BROWSERS,
}));

/** The class of browsers with these properties; the same object while it is in use. */
export const clientClass = (device: number, os: number, osVersion: number, browser: number): ClientClass =>
  classOf(clientKey(device, os, osVersion + 1, browser));
