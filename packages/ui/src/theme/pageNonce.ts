declare let __webpack_nonce__: string | undefined;

/** The nonce of the page's content policy; empty when it has none. */
export function pageNonce(): string {
  // Browsers hide the attribute's text from selectors and scripts, but not the property.
  const meta = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]');
  return meta?.nonce || meta?.content || '';
}

/**
 * Tells libraries that write style elements (the scroll lock behind dialogs) the nonce. They read the bundler's
 * variable; outside of a bundle there is none.
 */
export function shareNonce(nonce: string): void {
  if (typeof __webpack_nonce__ !== 'undefined' && nonce) __webpack_nonce__ = nonce;
}
