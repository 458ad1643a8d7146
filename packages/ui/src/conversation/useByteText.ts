import type { Attachment } from '@ezdash/contracts';
import { useFormat } from '@ezdash/ui';

const KILO = 1_024;
const MEGA = 1_024 * KILO;

/** "34 kB", "1.2 MB", in the reader's language. */
export function useByteText(): (bytes: number) => string {
  const { locale } = useFormat();
  const name = locale === 'en-XA' ? 'en' : locale;
  return (bytes) => {
    const big = bytes >= MEGA;
    return new Intl.NumberFormat(name, {
      style: 'unit',
      unit: big ? 'megabyte' : 'kilobyte',
      maximumFractionDigits: big ? 1 : 0,
    }).format(big ? bytes / MEGA : Math.max(1, bytes / KILO));
  };
}

/** What people call the kinds of file; the same in every language. */
export const TYPE_NAMES: Readonly<Record<Attachment['type'], string>> = {
  'image/png': 'PNG',
  'image/jpeg': 'JPEG',
  'image/gif': 'GIF',
  'image/webp': 'WebP',
  'application/pdf': 'PDF',
  'text/plain': 'TXT',
  'text/csv': 'CSV',
};
