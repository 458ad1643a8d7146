import type { Place } from '@ezdash/contracts';
import { Button, sizeText, useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import type { Side } from './Sided';
import classes from './targeting.module.css';

interface PlaceRowProps {
  place: Place;
  side: Side | null;
  onSide: (side: Side | null) => void;
  /** By which the focus finds its two buttons, each with its side behind it. */
  name?: string;
}

/** One place with its traffic of 28 days, and the two ways to name it. */
export function PlaceRow({ place, side, onSide, name }: PlaceRowProps) {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  const { zone, requests, filled, own } = place;
  const size = zone ? (zone.width > 0 ? sizeText(zone) : zone.kind) : null;
  const facts = [
    place.domain,
    size,
    t('targetingFields.requests', { count: requests, amount: format.count(requests) }),
    requests > 0 ? t('targetingFields.filled', { share: format.percent(filled / requests, 0) }) : null,
    zone && zone.floor_micros > 0
      ? t('targetingFields.floor', { amount: format.money(zone.floor_micros) })
      : null,
    own.impressions > 0
      ? t('targetingFields.own', {
          amount: format.money(Math.round((own.spend_micros / own.impressions) * 1_000)),
        })
      : null,
  ];
  const toggle = (wanted: Side) => (
    <Button
      name={name && `${name}.${wanted}`}
      variant={side === wanted ? 'light' : 'default'}
      size="compact-sm"
      aria-pressed={side === wanted}
      aria-label={t(`targetingFields.${wanted}Place`, { name: place.name })}
      onClick={() => onSide(side === wanted ? null : wanted)}
    >
      {t(`targetingFields.${wanted}`)}
    </Button>
  );
  return (
    <li className={classes.place}>
      <div>
        <b>
          <bdi>{place.name}</bdi>
        </b>
        <small>
          <bdi>{facts.filter(Boolean).join(' · ')}</bdi>
        </small>
      </div>
      <span className={classes.sides}>
        {toggle('include')}
        {toggle('exclude')}
      </span>
    </li>
  );
}
