const MOST_BITS = { 4: 32, 6: 128 } as const;
const BYTE = '(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const IPV4 = new RegExp(`^${BYTE}(\\.${BYTE}){3}$`);
const IPV6_LETTERS = /^[0-9a-f:.]+$/i;

function isIpv6(text: string): boolean {
  // The browser's own reading of an address between brackets.
  return text.includes(':') && IPV6_LETTERS.test(text) && URL.canParse(`http://[${text}]/`);
}

/** Whether a text is an address (`203.0.113.7`, `2001:db8::1`) or a network of them (`203.0.113.0/24`). */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = IPV4.test(address) ? 4 : isIpv6(address) ? 6 : null;
  if (version === null || rest.length > 0) return false;
  if (bits === undefined) return true;
  return /^(0|[1-9]\d{0,2})$/.test(bits) && Number(bits) <= MOST_BITS[version];
}
