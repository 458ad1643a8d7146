import type { Asset } from '@ezdash/contracts';
import { FLUID_SIZES } from '@ezdash/contracts/constants';
import { type ReactNode, useState } from 'react';
import classes from './creative.module.css';
import { WordsAd } from './WordsAd';

interface CreativeViewProps {
  asset: Asset;
  /** What it says, for people who cannot see it. */
  alt: string;
  /** Drawn width in CSS pixels, of what has a size of its own; left out, its true one. */
  width?: number;
  /** Height of a zone for a native ad; left out, that of the lowest one. */
  height?: number;
  /** Stands in its place when its file is gone. */
  broken: ReactNode;
}

const heightOf = (kind: 'native' | 'text') => FLUID_SIZES.find((size) => size.kind === kind)?.height ?? 0;

/** It runs its scripts without an origin, and opens nothing: a preview leads nowhere. */
function Frame({ asset, alt, width }: { asset: Asset; alt: string; width: number }) {
  const style = { inlineSize: width, aspectRatio: `${asset.width} / ${asset.height}` };
  return (
    <div className={classes.frame} style={style}>
      <iframe
        src={asset.url}
        title={alt}
        sandbox="allow-scripts"
        loading="lazy"
        scrolling="no"
        width={asset.width}
        height={asset.height}
        style={{ transform: `scale(${width / asset.width})` }}
      />
    </div>
  );
}

/** A creative of any format, as people see it. */
export function CreativeView({ asset, alt, width = asset.width, height, broken }: CreativeViewProps) {
  const [missing, setMissing] = useState<string | null>(null);
  if (missing !== null && missing === asset.url) return <>{broken}</>;
  const fail = () => setMissing(asset.url);
  switch (asset.format) {
    case 'native':
      return <WordsAd native={asset.parts} height={height ?? heightOf('native')} />;
    case 'text':
      return <WordsAd text={asset.parts} height={heightOf('text')} />;
    case 'html5':
      return <Frame asset={asset} alt={alt} width={width} />;
    case 'video':
      return (
        // biome-ignore lint/a11y/useMediaCaption: an advertiser's film comes without a track; `alt` says what it says
        <video
          className={classes.video}
          src={asset.url}
          width={width}
          controls
          playsInline
          preload="metadata"
          aria-label={alt}
          onError={fail}
        />
      );
    default:
      return (
        <img
          className="ez-slot"
          src={asset.url}
          alt={alt}
          width={asset.width}
          height={asset.height}
          loading="lazy"
          style={{ inlineSize: width }}
          onError={fail}
        />
      );
  }
}
