import MiniSearch from 'minisearch';
import { foldText } from './excerpt';

/** Each word that may be misspelt is compared with all there are: more of them make nothing clearer. */
const MOST_WORDS = 12;

/** Words of questions that stand in every article, or that say nothing about which one is meant; folded. */
const STOP_WORDS = new Set(
  `a about after all also am an and any are as at be because been but by can could did do does doing for from get
  gets getting give go got had has have having hello help hi how i if in into is it its just know like make makes
  many may me more much my need no not of on or our out please put set should show so some than that the their them
  then there these they this those to too us want was we were what when where which while who why will with would you
  your
  aber alle als also am an auch auf aus bei bekomme bekommen bin bis bitte brauche da dann das dass dem den der des
  die dies diese dieser doch du durch ein eine einem einen einer eines er es etwas fur gibt habe haben hallo hat hier
  ich ihr ihre ihren im in ins ist ja kann kein keine konnen machen man mehr mein meine meinem meinen meiner mich mir
  mit mochte muss nach nicht nichts noch nur oder ohne sehe sehen sein sich sie sind so und uns unser unsere vom von
  vor wann warum was weil wenn wer werden wie will wir wird wo wurde zu zum zur`
    .trim()
    .split(/\s+/),
);

const split = MiniSearch.getDefault('tokenize');

/** As the articles' texts and what is asked are taken apart: `e-mail` and `email` are one word. */
export const wordsOf = (text: string): string[] => split(text.replace(/\be-mail/gi, 'email')).filter(Boolean);

/** What a search is about; the words as they are when nothing else is left. */
export function tellingWords(q: string): string {
  const words = [...new Set(wordsOf(q).map(foldText))];
  const telling = words.filter((word) => !STOP_WORDS.has(word));
  return (telling.length > 0 ? telling : words).slice(0, MOST_WORDS).join(' ');
}
