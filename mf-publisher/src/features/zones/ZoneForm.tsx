import type { Zone } from '@ezdash/contracts';
import { ZONE_KINDS, type ZoneKind } from '@ezdash/contracts/constants';
import {
  anyDirection,
  Button,
  Choice,
  Drawer,
  type Form,
  MoneyInput,
  sizeText,
  TextInput,
  toast,
} from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { FormFailure } from '../../components/FormFailure';
import { FloorAdvicePanel } from './FloorAdvice';
import { SizePicker } from './SizePicker';
import { useNewZoneForm, useZoneSettingsForm, type ZoneValues } from './useZoneForm';
import { FallbackFields, RepeatFields } from './ZoneDepthFields';
import { ZoneSight } from './ZoneSight';
import { zoneSizes } from './zoneSizes';
import styles from './zones.module.css';

/** Nothing is to be chosen where there is one size. */
function onlySize(kind: ZoneKind): string | null {
  const [first, second] = zoneSizes(kind);
  return first && !second ? sizeText(first) : null;
}

interface ZoneFieldsProps {
  form: Form<ZoneValues>;
  /** The size is fixed once the zone exists. */
  withSize: boolean;
  /** The zone that is changed; none while it is made. */
  zone?: Zone;
  submit: string;
  onCancel: () => void;
}

function ZoneFields({ form, withSize, zone, submit, onCancel }: ZoneFieldsProps) {
  const { t } = useTranslation('publisher');
  const { onChange: setFloor, ...floor } = form.field('floor_micros');
  return (
    <form {...form.props} className={styles.form}>
      <TextInput
        {...form.field('name')}
        label={t('zoneForm.name')}
        description={t('zoneForm.nameHint')}
        autoComplete="off"
        ref={anyDirection}
        maxLength={120}
        data-autofocus
      />
      {withSize ? (
        <>
          <fieldset className={styles.group}>
            <legend>{t('zoneForm.kind')}</legend>
            <div className={styles.fallbacks}>
              {ZONE_KINDS.map((kind) => (
                <Choice
                  key={kind}
                  name="kind"
                  value={kind}
                  checked={form.values.kind === kind}
                  onChange={() => form.set({ kind, size: onlySize(kind) })}
                  label={t(`zoneForm.kinds.${kind}`)}
                  hint={t(`zoneForm.kinds.${kind}Hint`)}
                />
              ))}
            </div>
          </fieldset>
          <SizePicker
            name="size"
            kind={form.values.kind}
            value={form.values.size}
            error={form.field('size').error}
            onChange={(size) => form.set({ size })}
          />
        </>
      ) : null}
      <MoneyInput
        {...floor}
        label={t('zoneForm.floor')}
        description={t('zoneForm.floorHint')}
        digits={4}
        per="CPM"
        onChange={setFloor}
      />
      {zone ? <FloorAdvicePanel zone={zone} onTake={(micros) => form.set({ floor_micros: micros })} /> : null}
      <FallbackFields form={form} />
      <RepeatFields form={form} />
      <FormFailure title={t('zoneForm.failed')} failure={form.failure} otherErrors={form.otherErrors} />
      <div className={`ez-actions ez-actions-end ${styles.foot}`} data-foot>
        <Button variant="default" onClick={onCancel}>
          {t('zoneForm.cancel')}
        </Button>
        <Button type="submit" loading={form.pending}>
          {submit}
        </Button>
      </div>
    </form>
  );
}

interface NewZoneProps {
  propertyId: string;
  opened: boolean;
  onClose: () => void;
  /** The next step is its tag. */
  onCreated: (zone: Zone) => void;
}

/** A new zone in a drawer beside the property. */
export function NewZoneDrawer({ opened, onClose, ...rest }: NewZoneProps) {
  const { t } = useTranslation('publisher');
  return (
    <Drawer opened={opened} onClose={onClose} title={t('zoneForm.create')}>
      <NewZone {...rest} onCancel={onClose} />
    </Drawer>
  );
}

function NewZone({
  propertyId,
  onCreated,
  onCancel,
}: Pick<NewZoneProps, 'propertyId' | 'onCreated'> & { onCancel: () => void }) {
  const { t } = useTranslation('publisher');
  // The next drawer, with the tag of the zone, says that it was made.
  const form = useNewZoneForm(propertyId, onCreated);
  return <ZoneFields form={form} withSize submit={t('zoneForm.create')} onCancel={onCancel} />;
}

interface ZoneSettingsProps {
  /** Null: closed. */
  zone: Zone | null;
  onClose: () => void;
}

/** Name, floor and fallback of a zone. */
export function ZoneSettingsDrawer({ zone, onClose }: ZoneSettingsProps) {
  const { t } = useTranslation('publisher');
  return (
    <Drawer opened={zone !== null} onClose={onClose} title={t('zoneForm.edit', { name: zone?.name ?? '' })}>
      {zone ? <ZoneSettings key={zone.id} zone={zone} onClose={onClose} /> : null}
    </Drawer>
  );
}

function ZoneSettings({ zone, onClose }: { zone: Zone; onClose: () => void }) {
  const { t } = useTranslation('publisher');
  const form = useZoneSettingsForm(zone, ({ name }) => {
    onClose();
    toast({ text: t('zoneForm.saved', { name }) });
  });
  return (
    <>
      <ZoneSight zone={zone} />
      <ZoneFields form={form} withSize={false} zone={zone} submit={t('zoneForm.save')} onCancel={onClose} />
    </>
  );
}
