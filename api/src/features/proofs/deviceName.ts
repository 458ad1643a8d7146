import type { Device } from '@ezdash/contracts';
import type { Visitor } from '../../platform/auth';

const KINDS: Readonly<Record<'en' | 'de', Readonly<Record<Device, string>>>> = {
  en: { desktop: 'Computer', phone: 'Phone', tablet: 'Tablet', tv: 'Television' },
  de: { desktop: 'Computer', phone: 'Telefon', tablet: 'Tablet', tv: 'Fernseher' },
};

/** `Firefox 145, Windows`; the kind of device when it says no more of itself. For mails. */
export function deviceName({ browser, system, device }: Visitor, locale: string | null): string {
  const said = [browser, system].filter((part) => part !== null);
  return said.length > 0 ? said.join(', ') : KINDS[locale?.startsWith('de') ? 'de' : 'en'][device];
}
