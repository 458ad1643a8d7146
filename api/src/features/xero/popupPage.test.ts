import { popupPage } from './popupPage';

const page = (error: string) =>
  popupPage({ type: 'xero-auth-error', error }, { origin: 'https://ads.example', nonce: 'abc' });

it('no text can leave its place', () => {
  const text = page('</script><script>alert(1)</script>\u2028"');
  expect(text.match(/<script/g)).toHaveLength(1);
  expect(text).toContain('&lt;/script&gt;');
  expect(text).toContain('\\u003c/script>');
  expect(text).not.toContain('\u2028"}');
});

it('speaks to our own origin alone, and closes', () => {
  const text = page('No');
  expect(text).toContain('}, "https://ads.example");');
  expect(text).toContain('window.close()');
});
