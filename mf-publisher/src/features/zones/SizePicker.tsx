import { AD_SIZES } from '@ezdash/contracts/constants';
import { Choice, Slot, sizeText } from '@ezdash/ui';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './zones.module.css';

interface SizePickerProps {
  name: string;
  value: string | null;
  error?: string;
  onChange: (size: string) => void;
}

/** One scale for all, so that the sizes can be compared by eye: the widest is drawn this wide. */
const WIDEST_PX = 128;
const SCALE = WIDEST_PX / Math.max(...AD_SIZES.map(({ width }) => width));

/** The sizes the network sells, drawn to scale, as a group of radio buttons. */
export function SizePicker({ name, value, error, onChange }: SizePickerProps) {
  const { t } = useTranslation(['publisher', 'ui']);
  const id = useId();
  const described = [`${id}-hint`, ...(error ? [`${id}-error`] : [])].join(' ');
  return (
    <fieldset className={styles.group} aria-describedby={described}>
      <legend>{t('zoneForm.size')}</legend>
      <p id={`${id}-hint`} className={styles.hint}>
        {t('zoneForm.sizeHint')}
      </p>
      <div className={styles.sizes}>
        {AD_SIZES.map((size) => {
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
                  <Slot size={size} width={Math.round(size.width * SCALE)} selected={value === key} />
                </span>
              }
            />
          );
        })}
      </div>
      {error ? (
        <p id={`${id}-error`} className={styles.error} role="alert">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}
