// A locale file for the development server: tells the page of its texts, now and whenever they are changed.
import path from 'node:path';

export default function textsLoader(source) {
  const { namespace } = this.getOptions();
  const locale = path.basename(this.resourcePath, '.json');
  JSON.parse(source);
  return `const texts = ${source};
window.dispatchEvent(new CustomEvent('ezdash:texts', { detail: { locale: ${JSON.stringify(locale)}, namespace: ${JSON.stringify(namespace)}, texts } }));
export default texts;
import.meta.webpackHot?.accept();
`;
}
