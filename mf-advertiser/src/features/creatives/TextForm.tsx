import { FLUID_SIZES, TEXT_MOST } from '@ezdash/contracts/constants';
import { Textarea, TextInput } from '@ezdash/ui';
import { WordsAd } from '@ezdash/ui/data';
import { useTranslation } from 'react-i18next';
import { useLimit } from '../../components/useLimit';
import { ChainField } from './ChainField';
import { useCountedField } from './useCountedField';
import { useWordsForm, type WordsFormProps } from './useWordsForm';
import { WordsFoot, WordsFrame } from './WordsFrame';
import { useAdvertiserAddTextMutation } from './words.api';

/** Named as in the contract, so that the server's 422 finds the fields. */
interface TextValues {
  headline: string;
  description: string;
  display_url: string;
  click_chain: string;
}
const EMPTY: TextValues = { headline: '', description: '', display_url: '', click_chain: '' };
const HEIGHT = FLUID_SIZES.find(({ kind }) => kind === 'text')?.height ?? 0;

/** The words of a text ad, with how it looks on a page. */
export function TextForm({ withChain, onAdded, onCancel }: WordsFormProps) {
  const { t } = useTranslation('advertiser');
  const [add] = useAdvertiserAddTextMutation();
  const limit = useLimit();
  const counted = useCountedField();
  const form = useWordsForm<TextValues>({
    initial: EMPTY,
    check: ({ headline, description, display_url }) => ({
      headline:
        headline.trim() === '' ? t('words.headlineMissing') : limit(headline, TEXT_MOST.headline).error,
      description:
        description.trim() === ''
          ? t('words.descriptionMissing')
          : limit(description, TEXT_MOST.description).error,
      display_url:
        display_url.trim() === ''
          ? t('words.displayUrlMissing')
          : limit(display_url, TEXT_MOST.displayUrl).error,
    }),
    add: (words, chain) => add({ ...words, click_chain: chain }).unwrap(),
    onAdded,
  });
  const { values } = form;
  const shown = { ...values, headline: values.headline || t('words.headline'), click_chain: null };
  return (
    <WordsFrame form={form} preview={<WordsAd text={shown} height={HEIGHT} />}>
      <TextInput
        {...counted(form.field('headline'), TEXT_MOST.headline)}
        label={t('words.headline')}
        data-autofocus
      />
      <Textarea
        {...counted(form.field('description'), TEXT_MOST.description)}
        label={t('words.description')}
        autosize
        minRows={2}
      />
      <TextInput
        {...counted(form.field('display_url'), TEXT_MOST.displayUrl, t('words.displayUrlHint'))}
        label={t('words.displayUrl')}
        dir="ltr"
      />
      {withChain ? <ChainField {...form.field('click_chain')} /> : null}
      <WordsFoot form={form} onCancel={onCancel} />
    </WordsFrame>
  );
}
