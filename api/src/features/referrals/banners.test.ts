import { REFERRAL_BANNERS } from '@ezdash/contracts';
import { bannerSize, bannersOf, drawBanner } from './banners';

const facts = { appName: 'Ads <& more>', appUrl: 'https://ads.test', code: 'abcd2345', locale: 'de' };

it.each(REFERRAL_BANNERS)(
  '$width x $height is drawn in its size, without anything from elsewhere',
  (size) => {
    const svg = drawBanner(size, facts);
    expect(svg).toContain(`width="${size.width}" height="${size.height}"`);
    expect(svg).toContain('data-code="abcd2345"');
    expect(svg).toContain('Ads &lt;&amp; more&gt;');
    expect(svg).toContain('Registrieren');
    expect(svg).not.toMatch(/<(script|image|style|foreignObject)|href=|url\(/);
    expect(svg.match(/<text /g)?.length).toBe(svg.match(/<\/text>/g)?.length);
  },
);

it('sets a text narrower that would not fit, whatever it is', () => {
  const long = drawBanner(
    { width: 320, height: 50 },
    { ...facts, appName: 'A name that goes on and on and on' },
  );
  expect(long).toContain('textLength=');
});

it('is pasted as a link with a picture, and says what the picture shows', () => {
  const [first] = bannersOf({ ...facts, locale: 'en' });
  expect(first).toEqual({
    width: 728,
    height: 90,
    src: 'https://ads.test/r/abcd2345/728x90.svg?lang=en',
    alt: 'Ads <& more>: Buy and sell ads in one fair auction',
    html:
      '<a href="https://ads.test/r/abcd2345" rel="sponsored"><img src="https://ads.test/r/abcd2345/728x90.svg?lang=en"' +
      ' width="728" height="90" alt="Ads &lt;&amp; more&gt;: Buy and sell ads in one fair auction"></a>',
  });
});

it.each(['728x91', '1x1', '', '728x90.svg'])('there is no banner %s', (name) =>
  expect(bannerSize(name)).toBeNull(),
);
