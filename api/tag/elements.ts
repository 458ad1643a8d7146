export function create<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  text = '',
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}

export function linkTo(href: string): HTMLAnchorElement {
  const link = create('a');
  link.href = href;
  link.target = '_blank';
  link.rel = 'noopener sponsored';
  return link;
}

/**
 * Another network's click counter, told where to lead on: `{click_url}` escaped once, `:raw` not at all, `:esc2` twice.
 */
export function expandChain(chain: string | null, url: string): string {
  return chain
    ? chain.replace(/\{click_url(?::(\w+))?\}/, (_, fold) => {
        const once = fold === 'raw' ? url : encodeURIComponent(url);
        return fold === 'esc2' ? encodeURIComponent(once) : once;
      })
    : url;
}
