import type { ZoneKind } from '@ezdash/contracts/constants';
import { Choice, Slot, sizeText } from '@ezdash/ui';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { zoneSizes } from './zoneSizes';
import styles from './zones.module.css';

interface SizePickerProps {
  name: string;
  kind: ZoneKind;
  value: string | null;
  error?: string;
  onChange: (size: string) => void;
}

/** One scale for all, so that the sizes can be compared by eye: the widest is drawn this wide. */
const WIDEST_PX = 128;
/** What is as wide as its place is drawn as if it were this wide, in CSS pixels. */
const FLUID_WIDTH = 640;

/** The sizes of a kind, drawn to scale, as a group of radio buttons. */
export function SizePicker({ name, kind, value, error, onChange }: SizePickerProps) {
  const { t } = useTranslation(['publisher', 'ui']);
  const id = useId();
  const sizes = zoneSizes(kind);
  const scale = WIDEST_PX / Math.max(...sizes.map(({ width }) => width || FLUID_WIDTH));
  const described = [`${id}-hint`, ...(error ? [`${id}-error`] : [])].join(' ');
  return (
    <fieldset className={styles.group} aria-describedby={described}>
      <legend>{t('zoneForm.size')}</legend>
      <p id={`${id}-hint`} className={styles.hint}>
        {t('zoneForm.sizeHint')}
      </p>
      {/* Before the sizes, which are higher than a window: the focus goes to the first of them. */}
      {error ? (
        <p id={`${id}-error`} className={styles.error} role="alert">
          {error}
        </p>
      ) : null}
      <div className={styles.sizes}>
        {sizes.map((size) => {
          const key = sizeText(size);
          return (
            <Choice
              key={key}
              name={name}
              value={key}
              checked={value === key}
              onChange={() => onChange(key)}
              label={<bdi>{key}</bdi>}
              hint={t(`ui:size.${size.name}`)}
              art={
                <span className={styles.sizeArt} aria-hidden="true">
                  <Slot
                    size={{ width: size.width || FLUID_WIDTH, height: size.height }}
                    width={Math.round((size.width || FLUID_WIDTH) * scale)}
                    selected={value === key}
                  />
                </span>
              }
            />
          );
        })}
      </div>
    </fieldset>
  );
}
