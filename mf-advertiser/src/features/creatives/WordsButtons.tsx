import { Button } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import classes from './creatives.module.css';
import { WORDS_KINDS, type WordsKind } from './wordsKinds';

/** Ways to add what is no file: a native ad and a text ad. */
export function WordsButtons({ onWrite }: { onWrite: (kind: WordsKind) => void }) {
  const { t } = useTranslation('advertiser');
  return (
    <div className={classes.wordsButtons}>
      <span className={classes.hint}>{t('words.or')}</span>
      {WORDS_KINDS.map((kind) => (
        <Button key={kind} variant="default" onClick={() => onWrite(kind)}>
          {t(`words.write.${kind}`)}
        </Button>
      ))}
    </div>
  );
}
