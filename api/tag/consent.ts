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

/** Null before anybody was asked, false from then on until somebody says yes. */
const allowed: { tcf: boolean | null; gpp: boolean | null } = { tcf: null, gpp: null };
let isForbidden = false;
let forget = () => {};

/** The page wants nothing stored, whoever says what; `remove` takes away what lies there when a person says no. */
export function setStorage(forbidden: boolean, remove: () => void): void {
  Object.assign(allowed, { tcf: null, gpp: null });
  isForbidden = forbidden;
  forget = remove;
}

function say(framework: 'tcf' | 'gpp', isAllowed: boolean, isFinal: boolean): void {
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

/** They may come later than the tag: whoever wants to store something looks for them. */
const ask = safely(() => {
  if (allowed.tcf === null && typeof window.__tcfapi === 'function') {
    allowed.tcf = false;
    const hear = safely((data: TcfData, ok: boolean) => {
      const isAllowed = ok && (data.gdprApplies === false || data.purpose?.consents?.[1] === true);
      say('tcf', isAllowed, data.eventStatus !== 'cmpuishown');
    });
    window.__tcfapi('addEventListener', 2, hear);
  }
  if (allowed.gpp === null && typeof window.__gpp === 'function') {
    allowed.gpp = false;
    const hear = safely(({ pingData }: GppData) => {
      const isReady = pingData?.signalStatus === 'ready';
      const sections = Object.values(pingData?.parsedSections ?? {}).flat();
      say('gpp', isReady && !sections.some(refuses), isReady);
    });
    window.__gpp('addEventListener', hear);
  }
});

/** Whether anything may be kept in this browser. */
export function mayStore(): boolean {
  ask();
  return !isForbidden && allowed.tcf !== false && allowed.gpp !== false;
}
