import { readFileSync } from 'node:fs';
import path from 'node:path';
import { validateXML } from 'xmllint-wasm';

/** The part of VAST 4.2 that is used. */
export const OWN_SCHEMA = readFileSync(path.join(__dirname, 'answers.xsd'), 'utf8');
const { VAST_XSD } = process.env;
/** The IAB's vast_4.2.xsd, where there is a copy; else null. */
export const IAB_SCHEMA = VAST_XSD === undefined ? null : readFileSync(VAST_XSD, 'utf8');

/** What is wrong with a document, as it is served. */
export async function vastProblems(document: string, schema = OWN_SCHEMA): Promise<string[]> {
  const { errors } = await validateXML({ xml: [{ fileName: 'answer.xml', contents: document }], schema });
  return errors.map(({ message }) => message);
}
