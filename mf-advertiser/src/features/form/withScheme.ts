/** A domain as people write it, with what may stand behind it. */
const BARE = /^[\p{L}\d-]+(\.[\p{L}\d-]+)+(:\d+)?([/?#].*)?$/u;

/** `shop.example/sale` is meant as `https://shop.example/sale`. */
export const withScheme = (text: string): string =>
  BARE.test(text.trim()) ? `https://${text.trim()}` : text;
