const LABEL = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?';
const DOMAIN = new RegExp(`^(localhost|(${LABEL}\\.)+[a-z]{2,63})(:\\d{1,5})?$`);

/** What people paste (`https://www.example.com/news`) as the domain it names. */
export function domainOf(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/\/.*$/, '');
}

/** Says whether the server will take it; an early answer, the server's counts. */
export function isDomain(text: string): boolean {
  const domain = domainOf(text);
  return domain.length <= 253 && DOMAIN.test(domain);
}
