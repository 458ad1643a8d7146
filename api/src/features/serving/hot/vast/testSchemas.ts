import { readFileSync } from 'node:fs';
import path from 'node:path';
import { validateXML } from 'xmllint-wasm';
import type { VastVersion } from './vastDocument';

/** The part of VAST 4.2 that is used. */
export const OWN_SCHEMA = readFileSync(path.join(__dirname, 'answers.xsd'), 'utf8');
const { VAST_XSD } = process.env;
/** What the IAB's repository calls its schemas. */
const FILES: Readonly<Record<VastVersion, string>> = {
  '2.0': 'vast_2.0.1.xsd',
  '3.0': 'vast3_draft.xsd',
  '4.0': 'vast4.xsd',
  '4.1': 'vast_4.1.xsd',
  '4.2': 'vast_4.2.xsd',
};
/** The IAB's schema of a version, beside the one that VAST_XSD names; null without a copy. */
export const iabSchema = (version: VastVersion): string | null =>
  VAST_XSD === undefined ? null : readFileSync(path.join(path.dirname(VAST_XSD), FILES[version]), 'utf8');
/** The IAB's vast_4.2.xsd, where there is a copy; else null. */
export const IAB_SCHEMA = VAST_XSD === undefined ? null : readFileSync(VAST_XSD, 'utf8');

/** What is wrong with a document, as it is served. */
export async function vastProblems(document: string, schema = OWN_SCHEMA): Promise<string[]> {
  const { errors } = await validateXML({ xml: [{ fileName: 'answer.xml', contents: document }], schema });
  return errors.map(({ message }) => message);
}
