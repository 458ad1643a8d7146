import { safely } from './safely';

/** What the parts of the page that ask people about storage say, as far as it is looked at. */
interface TcfData {
  gdprApplies?: boolean;
  eventStatus?: string;
  purpose?: { consents?: Record<string, boolean> };
}
type Section = Record<string, unknown>;
interface GppData {
  pingData?: { signalStatus?: string; parsedSections?: Record<string, Section | Section[]> };
}
declare global {
  interface Window {
    /** IAB TCF 2.2 */
    __tcfapi?: (command: string, version: number, callback: (data: TcfData, ok: boolean) => void) => void;
    /** IAB GPP 1.1 */
    __gpp?: (command: string, callback: (data: GppData, ok: boolean) => void) => void;
  }
}

type Framework = 'tcfapi' | 'gpp';
/** Null before anybody was asked, false from then on until somebody says yes. */
const allowed: Record<Framework, boolean | null> = { tcfapi: null, gpp: null };
let isForbidden = false;
let forget = () => {};

/** The page wants nothing stored, whoever says what; `remove` takes away what lies there when a person says no. */
export function setStorage(forbidden: boolean, remove: () => void): void {
  Object.assign(allowed, { tcfapi: null, gpp: null });
  isForbidden = forbidden;
  forget = remove;
}

function say(framework: Framework, isAllowed: boolean, isFinal: boolean): void {
  allowed[framework] = isAllowed;
  if (!isAllowed && isFinal) forget();
}

/** Europe's section has the purposes, the first of which is storage; America's have what people opt out of. */
function refuses({ PurposeConsents, ...section }: Section): boolean {
  if (Array.isArray(PurposeConsents)) return PurposeConsents[0] !== true && !PurposeConsents.includes(1);
  return (
    section.Gpc === true ||
    [section.SaleOptOut, section.SharingOptOut, section.TargetedAdvertisingOptOut].includes(1)
  );
}

const hearTcf = safely((data: TcfData, ok: boolean) => {
  const isAllowed = ok && (data.gdprApplies === false || data.purpose?.consents?.[1] === true);
  say('tcfapi', isAllowed, data.eventStatus !== 'cmpuishown');
});
const hearGpp = safely(({ pingData }: GppData) => {
  const isReady = pingData?.signalStatus === 'ready';
  const sections = Object.values(pingData?.parsedSections ?? {}).flat();
  say('gpp', isReady && !sections.some(refuses), isReady);
});

/** The page around this frame that asks people, as a frame of this name in it says. */
function findAround(locator: string): Window | undefined {
  for (let page: Window = window; page !== page.parent; ) {
    page = page.parent;
    try {
      if (page.frames[locator as never]) return page;
    } catch {
      // One of another origin that has none.
    }
  }
}

/** It may come later than the tag: whoever wants to store something looks for it. */
function ask<Data>(framework: Framework, version: unknown, hear: (data: Data, ok: boolean) => void): void {
  if (allowed[framework] !== null) return;
  const name = `__${framework}` as const;
  const own = window[name] as ((...args: unknown[]) => void) | undefined;
  const around = own ? undefined : findAround(`${name}Locator`);
  if (!own && !around) return;
  allowed[framework] = false;
  own?.('addEventListener', ...(framework === 'gpp' ? [hear] : [version, hear]));
  if (!around) return;
  addEventListener('message', ({ source, data }) => {
    const answer = source === around && data?.[`${name}Return`];
    if (answer) hear(answer.returnValue, answer.success);
  });
  around.postMessage({ [`${name}Call`]: { command: 'addEventListener', version, callId: name } }, '*');
}

const askAll = safely(() => {
  ask('tcfapi', 2, hearTcf);
  ask('gpp', '1.1', hearGpp);
});

/** Whether anything may be kept in this browser. */
export function mayStore(): boolean {
  askAll();
  return !isForbidden && allowed.tcfapi !== false && allowed.gpp !== false;
}
