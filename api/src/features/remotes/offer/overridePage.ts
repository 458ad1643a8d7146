import type { Request, Response } from 'express';
import { html } from '../../../platform/html';
import { pageLocale } from '../../../platform/http';
import type { OpenedLink } from './override';

type Problem = Extract<OpenedLink, { problem: string }>['problem'];

const WORDS: Readonly<
  Record<'en' | 'de', { title: string; home: string; texts: Readonly<Record<Problem, string>> }>
> = {
  en: {
    title: 'This link changes nothing',
    home: 'Go to the app',
    texts: {
      over: 'Its time is over. Ask for a new one: links to other releases are good for a while only.',
      elsewhere: 'It was made for another environment. Ask for one that is made here.',
      broken: 'It is incomplete or was not made here. Copy it whole, or ask for a new one.',
    },
  },
  de: {
    title: 'Dieser Link bewirkt nichts',
    home: 'Zur Anwendung',
    texts: {
      over: 'Seine Zeit ist abgelaufen. Lassen Sie sich einen neuen geben: Links zu anderen Releases gelten nur eine Weile.',
      elsewhere: 'Er wurde für eine andere Umgebung ausgestellt. Lassen Sie sich hier einen geben.',
      broken:
        'Er ist unvollständig oder stammt nicht von hier. Kopieren Sie ihn ganz, oder lassen Sie sich einen neuen geben.',
    },
  },
};

/** 410 for a link that was good once, 400 for one that never was here. */
const STATUS: Readonly<Record<Problem, number>> = { over: 410, elsewhere: 400, broken: 400 };

/** Says plainly why an override link does nothing. Nothing in it comes from the link. */
export function sendOverridePage(req: Request, res: Response, problem: Problem): void {
  const locale = pageLocale(req, null) === 'de' ? 'de' : 'en';
  const { title, home, texts } = WORDS[locale];
  const page = html`<!doctype html>
<html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><title>${title}</title></head>
<body><main><h1>${title}</h1><p>${texts[problem]}</p><p><a href="/">${home}</a></p></main></body></html>
`;
  res.status(STATUS[problem]).type('html').send(page.text);
}
