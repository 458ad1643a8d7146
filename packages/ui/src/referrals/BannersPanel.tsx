import type { ReferralBanner, ReferralLink } from '@ezdash/contracts';
import { LOCALES } from '@ezdash/contracts/constants';
import { BlockSkeleton, CodeBlock, DimensionLine, Panel, SegmentedControl, Slot, sizeText } from '@ezdash/ui';
import { Select } from '@ezdash/ui/data';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadFailed } from './LoadFailed';
import styles from './referrals.module.css';
import type { ReferralsApi } from './types';
import { useLinkName } from './useLinkName';

const SKELETON_PX = 360;
const GROUNDS = ['light', 'dark'] as const;
type Ground = (typeof GROUNDS)[number];

/** A banner as it stands on a page, and what to paste there. */
function Preview({ banner, ground }: { banner: ReferralBanner; ground: Ground }) {
  const { t } = useTranslation('ui');
  return (
    <div className={styles.preview} data-tall={banner.height > banner.width || undefined}>
      {/* The tokens of that scheme, whatever the page's own is: a banner stands on other people's pages. */}
      <div className={styles.ground} data-mantine-color-scheme={ground}>
        <figure style={{ inlineSize: `${banner.width}px` }}>
          <Slot key={banner.src} size={banner} image={banner.src} alt={banner.alt} />
          <DimensionLine size={banner} />
        </figure>
      </div>
      <div className={styles.code}>
        <CodeBlock label={t('referrals.banner.paste')} code={banner.html} />
        <p className={styles.quiet}>{t('referrals.banner.pasteHint')}</p>
      </div>
    </div>
  );
}

interface ChoicesProps {
  links: readonly ReferralLink[];
  link: string;
  onLink: (id: string) => void;
  locale: string;
  onLocale: (locale: string) => void;
}

/** Whose link a banner bears, and in which language it speaks. */
function Choices({ links, link, onLink, locale, onLocale }: ChoicesProps) {
  const { t, i18n } = useTranslation('ui');
  const nameOf = useLinkName();
  const own = new Intl.DisplayNames(i18n.language, { type: 'language' });
  return (
    <div className={styles.pair}>
      <Select
        label={t('referrals.banner.link')}
        data={links.map((each) => ({ value: each.id, label: nameOf(each) }))}
        value={link}
        allowDeselect={false}
        comboboxProps={{ withinPortal: false }}
        onChange={(value) => value && onLink(value)}
      />
      <Select
        label={t('referrals.banner.language')}
        data={BANNER_LOCALES.map((value) => ({ value, label: own.of(value) ?? value }))}
        value={locale}
        allowDeselect={false}
        comboboxProps={{ withinPortal: false }}
        onChange={(value) => value && onLocale(value)}
      />
    </div>
  );
}

/** The made-up language is for tests of the interface: nobody reads a banner in it. */
const BANNER_LOCALES = LOCALES.filter((locale) => locale !== 'en-XA');

interface BannersPanelProps {
  api: ReferralsApi;
  /** Those that lead somewhere, the first one first. */
  links: readonly ReferralLink[];
}

/** Pictures to put on a page, of each size, on light and dark, with what to paste. */
export function BannersPanel({ api, links }: BannersPanelProps) {
  const { t, i18n } = useTranslation('ui');
  const [chosen, setChosen] = useState<string | null>(null);
  const [wanted, setWanted] = useState(i18n.language);
  const [size, setSize] = useState<string | null>(null);
  const [ground, setGround] = useState<Ground>('light');
  const link = links.find(({ id }) => id === chosen) ?? links[0];
  const locale = BANNER_LOCALES.find((one) => one === wanted) ?? BANNER_LOCALES[0] ?? 'en';
  const query = api.useBanners({ link: link?.id ?? '', locale });
  const failure = api.failureOf(query.error);
  const banners = query.currentData?.banners;
  const banner = banners?.find((one) => sizeText(one) === size) ?? banners?.[0];
  return (
    <Panel title={t('referrals.banners')}>
      <div className={styles.stack}>
        <Choices
          links={links}
          link={link?.id ?? ''}
          onLink={setChosen}
          locale={locale}
          onLocale={setWanted}
        />
        {banners && banner ? (
          <>
            <div className={styles.switches}>
              <SegmentedControl
                aria-label={t('referrals.banner.size')}
                value={sizeText(banner)}
                onChange={setSize}
                data={banners.map((one) => ({ value: sizeText(one), label: sizeText(one) }))}
              />
              <SegmentedControl
                aria-label={t('referrals.banner.ground')}
                value={ground}
                onChange={(value) => setGround(GROUNDS.find((one) => one === value) ?? 'light')}
                data={GROUNDS.map((value) => ({ value, label: t(`referrals.banner.on.${value}`) }))}
              />
            </div>
            <Preview banner={banner} ground={ground} />
          </>
        ) : failure ? (
          <LoadFailed
            title={t('referrals.failed.banners')}
            failure={failure}
            isRetrying={query.isFetching}
            onRetry={query.refetch}
          />
        ) : (
          <BlockSkeleton height={SKELETON_PX} />
        )}
      </div>
    </Panel>
  );
}
