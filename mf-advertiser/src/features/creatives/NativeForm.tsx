import type { CreativePicture } from '@ezdash/contracts';
import { FLUID_SIZES, NATIVE_MOST } from '@ezdash/contracts/constants';
import { Textarea, TextInput } from '@ezdash/ui';
import { WordsAd } from '@ezdash/ui/data';
import { useTranslation } from 'react-i18next';
import { useLimit } from '../../components/useLimit';
import { ChainField } from './ChainField';
import classes from './creatives.module.css';
import { PictureField } from './PictureField';
import { useCountedField } from './useCountedField';
import { useWordsForm, type WordsFormProps } from './useWordsForm';
import { WordsFoot, WordsFrame } from './WordsFrame';
import { useAdvertiserAddNativeMutation } from './words.api';

/** Named as in the contract, so that the server's 422 finds the fields. */
interface NativeValues {
  title: string;
  body: string;
  call_to_action: string;
  sponsored_by: string;
  image_asset_id: CreativePicture | null;
  icon_asset_id: CreativePicture | null;
  click_chain: string;
}
const EMPTY: NativeValues = {
  title: '',
  body: '',
  call_to_action: '',
  sponsored_by: '',
  image_asset_id: null,
  icon_asset_id: null,
  click_chain: '',
};
const HEIGHTS = FLUID_SIZES.filter(({ kind }) => kind === 'native').map(({ height }) => height);

/** The words and pictures of a native ad, with how it looks on a page. */
export function NativeForm({ withChain, onAdded, onCancel }: WordsFormProps) {
  const { t } = useTranslation('advertiser');
  const [add] = useAdvertiserAddNativeMutation();
  const limit = useLimit();
  const counted = useCountedField();
  const form = useWordsForm<NativeValues>({
    initial: EMPTY,
    check: ({ title, body, call_to_action, sponsored_by }) => ({
      title: title.trim() === '' ? t('words.titleMissing') : limit(title, NATIVE_MOST.title).error,
      body: limit(body, NATIVE_MOST.body).error,
      call_to_action: limit(call_to_action, NATIVE_MOST.callToAction).error,
      sponsored_by:
        sponsored_by.trim() === ''
          ? t('words.sponsorMissing')
          : limit(sponsored_by, NATIVE_MOST.sponsoredBy).error,
    }),
    add: ({ image_asset_id: image, icon_asset_id: icon, ...words }, chain) => {
      const pictures = { image_asset_id: image?.asset_id ?? null, icon_asset_id: icon?.asset_id ?? null };
      return add({ ...words, ...pictures, click_chain: chain }).unwrap();
    },
    onAdded,
  });
  const { image_asset_id: image, icon_asset_id: icon, ...words } = form.values;
  const shown = { ...words, title: words.title || t('words.title'), click_chain: null, image, icon };
  return (
    <WordsFrame
      form={form}
      preview={HEIGHTS.map((height) => <WordsAd key={height} native={shown} height={height} />)}
    >
      <TextInput
        {...counted(form.field('title'), NATIVE_MOST.title)}
        label={t('words.title')}
        data-autofocus
      />
      <Textarea
        {...counted(form.field('body'), NATIVE_MOST.body)}
        label={t('words.body')}
        autosize
        minRows={2}
      />
      <div className={classes.pair}>
        <TextInput
          {...counted(form.field('sponsored_by'), NATIVE_MOST.sponsoredBy, t('words.sponsorHint'))}
          label={t('words.sponsor')}
        />
        <TextInput
          {...counted(form.field('call_to_action'), NATIVE_MOST.callToAction, t('words.callHint'))}
          label={t('words.call')}
        />
      </div>
      <PictureField
        label={t('words.image')}
        hint={t('words.imageHint')}
        use="native-image"
        value={image}
        onChange={(picture) => form.set({ image_asset_id: picture })}
      />
      <PictureField
        label={t('words.icon')}
        hint={t('words.iconHint')}
        use="native-icon"
        value={icon}
        onChange={(picture) => form.set({ icon_asset_id: picture })}
      />
      {withChain ? <ChainField {...form.field('click_chain')} /> : null}
      <WordsFoot form={form} onCancel={onCancel} />
    </WordsFrame>
  );
}
