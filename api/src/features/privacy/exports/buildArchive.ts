import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { csvFile } from '../../../platform/csv';
import type { Db } from '../../../platform/db';
import type { Archive } from './createArchive';
import { jsonArray, jsonFile } from './paging';
import { type ImageRow, imageFile, readCampaigns, readImages, readProperties } from './readBusiness';
import { readDailyFigures, readLedger } from './readFigures';
import { readme } from './readme';
import { type Person, readAccount, readApiTokens, readMails, readSignIns } from './readPerson';

/** What another feature adds: `<name>.json`. */
export interface ExportPart {
  /** Letters, digits and dashes. */
  name: string;
  /** What it keeps of the person, without secrets. `db` is the snapshot that the rest of the archive is made from. */
  export(userId: number, db: Db): Promise<unknown>;
}

export interface ArchiveParts {
  appName: string;
  /** Images lie in `<dataDir>/creatives`. */
  dataDir: string;
  parts: readonly ExportPart[];
}

/** An archive without ZIP64 holds 65,535 files and 4 GB; nobody downloads more in one go anyway. */
const MOST_IMAGES = 20_000;
const MOST_IMAGE_BYTES = 1_073_741_824;

async function readImage(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Adds the images; → how many could not be. */
async function addImages(archive: Archive, dataDir: string, pages: AsyncIterable<ImageRow[]>) {
  let count = 0;
  let bytes = 0;
  let leftOut = 0;
  for await (const rows of pages)
    for (const { sha256, content_type, byte_count } of rows) {
      const name = imageFile(sha256, content_type);
      const fits = count < MOST_IMAGES && bytes + byte_count <= MOST_IMAGE_BYTES;
      const image = fits ? await readImage(path.join(dataDir, 'creatives', name)) : null;
      if (!image) {
        leftOut += 1;
        continue;
      }
      await archive.addBytes(`images/${name}`, image);
      count += 1;
      bytes += image.length;
    }
  return leftOut;
}

/** Writes all that is kept of a person. `db` is one snapshot, so that no figure contradicts another. */
export async function buildArchive(
  db: Db,
  person: Person,
  archive: Archive,
  { appName, dataDir, parts }: ArchiveParts,
  madeAt: Date,
): Promise<void> {
  const { id } = person;
  await archive.addText('account.json', jsonFile(await readAccount(db, id)));
  await archive.addText('sign-ins.json', jsonFile(await readSignIns(db, id)));
  await archive.addText('api-tokens.json', jsonFile(await readApiTokens(db, id)));
  await archive.addText('mails.json', jsonArray(readMails(db, person.email)));
  await archive.addText('campaigns.json', jsonArray(readCampaigns(db, id)));
  await archive.addText('properties.json', jsonArray(readProperties(db, id)));
  const daily = readDailyFigures(db, id, person.role);
  await archive.addText('daily-figures.csv', csvFile(daily.header, daily.pages));
  const ledger = readLedger(db, id);
  await archive.addText('ledger.csv', csvFile(ledger.header, ledger.pages));
  for (const part of parts) await archive.addText(`${part.name}.json`, jsonFile(await part.export(id, db)));
  const leftOut = await addImages(archive, dataDir, readImages(db, id));
  const others = parts.map(({ name }) => `${name}.json`);
  const { email, locale } = person;
  await archive.addText('README.txt', [readme(locale, { appName, email, madeAt, others, leftOut })]);
}
