import type { PaymentKind } from '../features/gateways';

export interface PageAnswer {
  status: number;
  /** Where the browser is sent; null when it is shown a page. */
  location: string | null;
  headers: Headers;
  text: string;
}

/** Fields of the page's form, as a browser would send them. */
export type Entered = Readonly<Record<string, string>>;

export const GOOD: Readonly<Record<PaymentKind, Entered>> = {
  card: { number: '4242 4242 4242 4242', expiry: '04 / 29', code: '123' },
  bank_account: { iban: 'DE89 3704 0044 0532 0130 00' },
};
export const DECLINED: Readonly<Record<PaymentKind, Entered>> = {
  card: { ...GOOD.card, number: '4000000000000002' },
  bank_account: { iban: 'de62 3704 0044 0532 0130 01' },
};

/** A browser at the sandbox's page: `url` as the app gave it, `origin` where the test's server listens. */
export function createVisitor(origin: string, locale = 'en') {
  const here = (url: string) => `${origin}${new URL(url).pathname}`;
  const headers = { 'Accept-Language': locale };

  async function read(answer: Response): Promise<PageAnswer> {
    const text = await answer.text();
    return { status: answer.status, location: answer.headers.get('Location'), headers: answer.headers, text };
  }
  const open = async (url: string) => read(await fetch(here(url), { headers }));
  const formOf = ({ text }: PageAnswer) => /name="form" value="([\w-]+)"/.exec(text)?.[1] ?? '';
  const send = async (url: string, form: string, entered: Entered) =>
    read(
      await fetch(here(url), {
        method: 'POST',
        headers,
        body: new URLSearchParams({ form, action: 'add', ...entered }),
        redirect: 'manual',
      }),
    );
  return {
    open,
    formOf,
    send,
    /** Opens the page and sends its form. */
    enter: async (url: string, entered: Entered) => send(url, formOf(await open(url)), entered),
  };
}
