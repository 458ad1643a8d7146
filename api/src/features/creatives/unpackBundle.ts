import { type InspectedBundle, inspectBundle } from './html5Bundle';
import { writeFolder } from './imageStore';

export type UnpackedBundle =
  | { ok: true; bundle: Omit<InspectedBundle, 'files'> & { byteCount: number } }
  | { ok: false; problem: string };

/**
 * Looks into a bundle and writes it into a new folder, durably: a server that had its files in memory would stand still
 * while they are swept.
 */
export async function unpackBundle({
  zip,
  folder,
}: {
  zip: Buffer;
  folder: string;
}): Promise<UnpackedBundle> {
  const inspection = await inspectBundle(zip);
  if (!inspection.ok) return inspection;
  const { files, size, parts } = inspection.bundle;
  await writeFolder(folder, files);
  return {
    ok: true,
    bundle: { size, parts, byteCount: files.reduce((sum, { bytes }) => sum + bytes.length, 0) },
  };
}
