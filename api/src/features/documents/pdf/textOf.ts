import { definePDFJSModule, extractText, getDocumentProxy } from 'unpdf';

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

/** A PDF as a reader has it, for tests. */
export async function openPdf(bytes: Uint8Array): Promise<Pdf> {
  await definePDFJSModule(() => import('unpdf/pdfjs'));
  return getDocumentProxy(new Uint8Array(bytes));
}

/** What a PDF says, for tests. */
export async function textOf(bytes: Uint8Array): Promise<{ text: string; pages: number }> {
  const { text, totalPages } = await extractText(await openPdf(bytes), { mergePages: true });
  return { text: text.replaceAll(/\s+/g, ' '), pages: totalPages };
}
