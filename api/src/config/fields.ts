import { parseUrl } from '@ezdash/contracts';
import { z } from 'zod';

export function numberBetween(least: number, most: number) {
  const error = `must be a number from ${least} to ${most}`;
  return z.coerce
    .number({ error })
    .refine((value) => Number.isInteger(value) && value >= least && value <= most, { error });
}

export const port = numberBetween(0, 65_535);
export const flag = z.enum(['0', '1', 'false', 'true']).transform((text) => text === '1' || text === 'true');
export const address = (protocols: string[]) =>
  z.string().refine((text) => protocols.includes(parseUrl(text)?.protocol ?? ''), {
    error: `must be an address that starts with ${protocols.map((each) => `${each}//`).join(' or ')}`,
  });
