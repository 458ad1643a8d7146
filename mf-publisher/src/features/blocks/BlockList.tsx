import type { PropertyBlock } from '@ezdash/contracts';
import { Button, creativePicture, creativeShape, SlotThumb, useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { adTitle } from '../adReview/adWords';
import type { Blocking } from '../adReview/useBlocking';
import styles from './blocks.module.css';

interface BlockListProps {
  blocks: readonly PropertyBlock[];
  label: string;
  propertyId: string;
  blocking: Blocking;
  isArchived: boolean;
}

/** What an entry is called: an ad by what it says, an advertiser by its company. */
function useBlockName() {
  const { t } = useTranslation(['publisher', 'ui']);
  return ({ kind, value, asset, alt, advertiser }: PropertyBlock): string => {
    if (kind === 'category') return t(`ui:category.${value}`);
    if (kind === 'domain') return value;
    if (kind === 'advertiser') return advertiser?.name ?? t('adReview.nameless', { id: value });
    return (asset && adTitle(asset, alt ?? '')) || value;
  };
}

function Entry({
  block,
  propertyId,
  blocking,
  isArchived,
}: { block: PropertyBlock } & Omit<BlockListProps, 'blocks' | 'label'>) {
  const { t } = useTranslation('publisher');
  const format = useFormat();
  const name = useBlockName()(block);
  const { kind, value, asset, created_at, created_by, removed_at, removed_by } = block;
  const isPast = removed_at !== null;
  const who = isPast ? removed_by : created_by;
  const when = format.dateTime(removed_at ?? created_at);
  const act = () => blocking[isPast ? 'block' : 'unblock']({ kind, value, name }, { id: propertyId });
  return (
    <li>
      {asset ? <SlotThumb size={creativeShape(asset)} image={creativePicture(asset)} box={32} /> : null}
      <span className={styles.what}>
        <b>
          <bdi>{name}</bdi>
        </b>
        <small>
          {t(`adReview.kind.${kind}`)} ·{' '}
          {who === null ? when : t(isPast ? 'blocks.removedBy' : 'blocks.madeBy', { who, when })}
        </small>
      </span>
      {isArchived ? null : (
        <Button
          variant="default"
          aria-label={t(isPast ? 'adReview.blockNamed' : 'adReview.allowNamed', { name })}
          onClick={() => void act()}
        >
          {t(isPast ? 'blocks.again' : 'adReview.allow')}
        </Button>
      )}
    </li>
  );
}

/** Entries with who made them and when, each with its way back. */
export function BlockList({ blocks, label, ...rest }: BlockListProps) {
  const { t } = useTranslation('publisher');
  if (blocks.length === 0) return <p className={styles.none}>{t('blocks.none')}</p>;
  return (
    <ul className={styles.list} aria-label={label}>
      {blocks.map((block) => (
        <Entry key={block.id} block={block} {...rest} />
      ))}
    </ul>
  );
}
