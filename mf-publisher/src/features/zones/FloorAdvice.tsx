import type { FloorAdvice, FloorOutcome, Zone } from '@ezdash/contracts';
import { Button, useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { usePublisherFloorAdviceQuery } from '../properties/properties.api';
import styles from './zones.module.css';

const MILLION = 1_000_000;
const DIGITS = [2, 4] as const;
/** Less than this share of the requests is not worth a sentence. */
const WORTH_PPM = 10_000;

/** "6–9 %": both ends of what is known, whole per cents. */
function useChangeText() {
  const format = useFormat();
  return ({ change_low_ppm: low, change_high_ppm: high }: FloorOutcome): string => {
    const ends = [low, high].map((ppm) => format.percent(ppm / MILLION, 0));
    return ends[0] === ends[1] ? (ends[0] ?? '') : ends.join(' – ');
  };
}

/** What the recorded auctions say of a zone's floor, in one or two sentences. */
export function useFloorSentences(): (advice: FloorAdvice) => string[] {
  const { t } = useTranslation('publisher');
  const format = useFormat();
  const change = useChangeText();
  return (advice) => {
    const { state, days, sampled, needed, advised, below_floor_ppm: below } = advice;
    const facts = { days, sampled: format.count(sampled), needed: format.count(needed) };
    const sentences =
      state === 'change' && advised
        ? [
            t('floorAdvice.change', {
              ...facts,
              floor: format.money(advised.floor_micros, { digits: DIGITS }),
              change: change(advised),
            }),
          ]
        : [t(`floorAdvice.${state === 'few' ? 'few' : 'keep'}`, facts)];
    if (state !== 'few' && below >= WORTH_PPM)
      sentences.push(t('floorAdvice.below', { share: format.percent(below / MILLION, 0) }));
    return sentences;
  };
}

/** Under the field in which a floor is changed. Asks only once it is there. */
export function FloorAdviceLine({ zoneId }: { zoneId: string }) {
  const { t } = useTranslation('publisher');
  const { data, isError } = usePublisherFloorAdviceQuery(zoneId);
  const sentences = useFloorSentences();
  if (isError) return null;
  return <>{data ? sentences(data).join(' ') : t('floorAdvice.reading')}</>;
}

interface FloorAdvicePanelProps {
  zone: Zone;
  /** Takes the advised floor over into the form. */
  onTake: (micros: number) => void;
}

/** The advice with what each floor would have earned. */
export function FloorAdvicePanel({ zone, onTake }: FloorAdvicePanelProps) {
  const { t } = useTranslation('publisher');
  const format = useFormat();
  const change = useChangeText();
  const sentences = useFloorSentences();
  const { data } = usePublisherFloorAdviceQuery(zone.id);
  if (!data) return null;
  const { advised, current, ladder } = data;
  const rows = [...ladder, ...(current ? [current] : [])].sort((a, b) => a.floor_micros - b.floor_micros);
  return (
    <section className={styles.advice} aria-label={t('floorAdvice.title')}>
      {sentences(data).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {advised ? (
        <Button variant="default" onClick={() => onTake(advised.floor_micros)}>
          {t('floorAdvice.take', { floor: format.money(advised.floor_micros, { digits: DIGITS }) })}
        </Button>
      ) : null}
      {rows.length > 1 ? (
        <details>
          <summary>{t('floorAdvice.floors')}</summary>
          <div className={styles.ladder}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{t('floorAdvice.floor')}</th>
                  <th scope="col">{t('floorAdvice.fill')}</th>
                  <th scope="col">{t('floorAdvice.earned')}</th>
                  <th scope="col">{t('floorAdvice.against')}</th>
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <tr key={row.floor_micros} data-own={row === current || undefined}>
                    <th scope="row">{format.money(row.floor_micros, { digits: DIGITS })}</th>
                    <td>{format.percent(row.fill_ppm / MILLION, 1)}</td>
                    <td>{format.money(row.per_thousand_micros, { digits: DIGITS })}</td>
                    <td>{row === current ? t('floorAdvice.now') : change(row)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <p className={styles.hint}>{t('floorAdvice.note')}</p>
        </details>
      ) : null}
    </section>
  );
}
