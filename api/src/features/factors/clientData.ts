import { z } from 'zod';

const clientData = z.object({
  challenge: z.string().regex(/^[\w-]{1,200}$/),
  crossOrigin: z.boolean().optional(),
});

/** What the browser says it was asked; null when that cannot be read. Nothing of it is proven yet. */
export function readClientData(base64url: string): z.output<typeof clientData> | null {
  try {
    const result = clientData.safeParse(JSON.parse(Buffer.from(base64url, 'base64url').toString('utf8')));
    return result.success ? result.data : null;
  } catch {
    return null;
  }
}
