import type { BrowserContext } from '@playwright/test';

/** Errors on the console, exceptions, and breaches of the content policy, in their order. */
export interface Trouble {
  lines: string[];
}

/** Notes from now on what goes wrong in any page of the context. */
export async function watchTrouble(context: BrowserContext, trouble: Trouble): Promise<void> {
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(
        `[policy] ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile} ${event.sample}`,
      );
    });
  });
  context.on('console', (message) => {
    if (message.type() !== 'error') return;
    // The frame of a mail runs no script, and what the tests put into every document is one.
    if (/^Blocked script execution in '\S+\/dev\/outbox\/\S+\/html'/.test(message.text())) return;
    trouble.lines.push(`${message.page()?.url() ?? ''} ${message.text()} ${message.location().url}`);
  });
  context.on('weberror', (error) => {
    trouble.lines.push(`${error.page()?.url() ?? ''} ${error.error().stack ?? error.error().message}`);
  });
}

/** The lines without those in which the browser calls it an error that these addresses, asked for as pages, are nobody's. */
export function otherTrouble({ lines }: Trouble, missing: readonly string[]): string[] {
  const known = missing.map((url) => `status of 404 (Not Found) ${url}`);
  return lines.filter((line) => !known.some((end) => line.endsWith(end)));
}

/** The lines without those in which the browser calls it an error that the server refused a call to such an address. */
export function unlessRefused({ lines }: Trouble, path: string): string[] {
  return lines.filter((line) => !(/status of 4\d\d /.test(line) && line.includes(path)));
}
