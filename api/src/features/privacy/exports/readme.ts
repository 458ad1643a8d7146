/** What README.txt is filled with. */
export interface ReadmeFacts {
  appName: string;
  email: string;
  madeAt: Date;
  /** Files that other parts of the app put in. */
  others: readonly string[];
  /** Images that did not fit, or whose file is gone. */
  leftOut: number;
}

interface Words {
  title: string;
  intro: string;
  /** In every archive. */
  files: Readonly<Record<string, string>>;
  /** Of other features. */
  parts: Readonly<Record<string, string>>;
  /** For a part that nobody described. */
  other: string;
  leftOut: string;
  notes: string[];
}

const ENGLISH: Words = {
  title: 'Your data at {appName}',
  intro: 'All that is kept of the account {email}, as it was on {time} (UTC).',
  files: {
    'account.json': 'your account, your profile, your settings and the terms you agreed to',
    'sign-ins.json': 'where you are signed in, what you signed in from, and links that were mailed to you',
    'api-tokens.json': 'tokens of the API: names and times, without what opens anything',
    'mails.json': 'mails that were sent to you in the last weeks',
    'campaigns.json': 'your campaigns with their creatives',
    'images/': 'the images of your creatives',
    'properties.json': 'your properties with their zones',
    'daily-figures.csv': 'figures by day (UTC) and campaign, or by day and zone',
    'ledger.csv': 'every booking on your accounts',
  },
  parts: {
    'second-factors.json': 'your authenticator app, your passkeys and how many recovery codes are left',
    'social-connections.json': 'accounts at other services that sign you in here',
    'alerts.json': 'which messages you asked for, and what you were told',
    'payment-methods.json': 'how you pay or are paid, as far as it is kept here',
    'payments.json': 'your deposits, refunds and chargebacks with their course, and the automatic top-up',
    'documents.json':
      'your invoices, credit notes and statements; they stay when the account is deleted, as the law wants it',
    'credit.json':
      'your credit line with its statements; they stay when the account is deleted, like the books',
    'promo-codes.json': 'promo codes that you used, and the bonus of each',
    'payouts.json': 'payouts that you asked for, and your earnings by month',
    'gateways.json': 'what gateways of payments know you by',
    'xero.json': 'what our accounting knows you by',
    'campaign-history.json': 'what was changed of your campaigns, and drafts that were not sent',
    'campaign-views.json': 'views of the campaign list that you saved',
    'metrics-reports.json': 'reports that you saved, and when they are mailed',
    'conversion-goals.json': 'what you count as a conversion, and what each is worth',
    'postbacks.json': 'what was reported of them lately, and the addresses that are told of conversions',
    'conversations.json': 'what you and support wrote to each other, with the names of the files',
    'news.json': 'which news you have read',
    'rules.json': 'your automatic rules, and what each did',
    'sellers.json': 'whether our public sellers.json names you',
    'referrals.json':
      'your referral links, what they brought and earned, and whether you were brought yourself',
    'releases.json':
      'releases of parts of the site that your account was given to try, and what you did with releases as an operator',
    'operators.json':
      "when the network's staff saw the pages as you see them, and what they changed about your account",
  },
  other: 'more that belongs to your account',
  leftOut: 'Images that are not in this archive: {count}. campaigns.json names them.',
  notes: [
    'JSON and CSV files are UTF-8. Times are UTC.',
    'Amounts in micros are millionths of the currency: 1500000 is 1.50.',
    "In CSV files, text that a spreadsheet would run as a formula has a ' in front of it.",
    'Passwords, keys and other secrets are never part of an archive.',
  ],
};

const GERMAN: Words = {
  title: 'Ihre Daten bei {appName}',
  intro: 'Alles, was zum Konto {email} gespeichert ist, Stand {time} (UTC).',
  files: {
    'account.json':
      'Ihr Konto, Ihr Profil, Ihre Einstellungen und die Bedingungen, denen Sie zugestimmt haben',
    'sign-ins.json':
      'wo Sie angemeldet sind, womit Sie sich angemeldet haben und welche Links Sie per E-Mail bekamen',
    'api-tokens.json': 'Token der API: Namen und Zeiten, ohne das, was etwas öffnet',
    'mails.json': 'E-Mails der letzten Wochen an Sie',
    'campaigns.json': 'Ihre Kampagnen mit ihren Werbemitteln',
    'images/': 'die Bilder Ihrer Werbemittel',
    'properties.json': 'Ihre Websites und Apps mit ihren Werbeflächen',
    'daily-figures.csv': 'Zahlen je Tag (UTC) und Kampagne oder je Tag und Werbefläche',
    'ledger.csv': 'alle Buchungen auf Ihren Konten',
  },
  parts: {
    'second-factors.json':
      'Ihre Authenticator-App, Ihre Passkeys und wie viele Wiederherstellungscodes übrig sind',
    'social-connections.json': 'Konten bei anderen Diensten, mit denen Sie sich hier anmelden',
    'alerts.json': 'welche Nachrichten Sie wünschen und was Ihnen mitgeteilt wurde',
    'payment-methods.json': 'womit Sie zahlen oder bezahlt werden, soweit es hier gespeichert ist',
    'payments.json':
      'Ihre Einzahlungen, Rückzahlungen und Rückbuchungen mit ihrem Verlauf, und die automatische Aufladung',
    'documents.json':
      'Ihre Rechnungen, Gutschriften und Abrechnungen; sie bleiben nach der Löschung des Kontos, wie es das Gesetz verlangt',
    'credit.json':
      'Ihre Kreditlinie mit ihren Abrechnungen; sie bleiben nach der Löschung des Kontos wie die Bücher',
    'promo-codes.json': 'Gutscheincodes, die Sie benutzt haben, und der Bonus von jedem',
    'payouts.json': 'Auszahlungen, die Sie verlangt haben, und Ihre Einnahmen nach Monaten',
    'gateways.json': 'woran Zahlungsanbieter Sie erkennen',
    'xero.json': 'woran unsere Buchhaltung Sie erkennt',
    'campaign-history.json':
      'was an Ihren Kampagnen geändert wurde, und Entwürfe, die nicht eingereicht sind',
    'campaign-views.json': 'gespeicherte Ansichten der Kampagnenliste',
    'metrics-reports.json': 'gespeicherte Berichte und wann sie verschickt werden',
    'conversion-goals.json': 'was Sie als Conversion zählen und was jede wert ist',
    'postbacks.json': 'was dazu zuletzt gemeldet wurde und welche Adressen von Conversions erfahren',
    'conversations.json': 'was Sie und der Support einander geschrieben haben, mit den Namen der Dateien',
    'news.json': 'welche Neuigkeiten Sie gelesen haben',
    'rules.json': 'Ihre automatischen Regeln und was jede getan hat',
    'sellers.json': 'ob unsere öffentliche sellers.json Sie nennt',
    'referrals.json':
      'Ihre Empfehlungslinks, was sie gebracht und verdient haben, und ob Sie selbst empfohlen wurden',
    'releases.json':
      'Releases von Teilen der Website, die Ihr Konto zum Ausprobieren bekam, und was Sie im Betrieb mit Releases getan haben',
    'operators.json':
      'wann unser Team die Seiten so gesehen hat, wie Sie sie sehen, und was es an Ihrem Konto geändert hat',
  },
  other: 'weitere Daten Ihres Kontos',
  leftOut: 'Bilder, die nicht in diesem Archiv sind: {count}. campaigns.json nennt sie.',
  notes: [
    'JSON- und CSV-Dateien sind in UTF-8. Zeiten sind in UTC.',
    'Beträge in Micros sind Millionstel der Währung: 1500000 sind 1,50.',
    "In CSV-Dateien steht vor Text, den eine Tabellenkalkulation als Formel ausführen würde, ein '.",
    'Passwörter, Schlüssel und andere Geheimnisse sind nie Teil eines Archivs.',
  ],
};

const LINE = '\r\n';

/** What is in the archive, in the person's language; English for those it is not written in. */
export function readme(locale: string | null, facts: ReadmeFacts): string {
  const words = locale?.split('-', 1)[0] === 'de' ? GERMAN : ENGLISH;
  const title = words.title.replace('{appName}', () => facts.appName);
  const time = facts.madeAt.toISOString().slice(0, 16).replace('T', ' ');
  const others = facts.others.map((name) => [name, words.parts[name] ?? words.other] as const);
  const files = [...Object.entries(words.files), ...others];
  return [
    title,
    '='.repeat(title.length),
    '',
    words.intro.replace('{email}', () => facts.email).replace('{time}', time),
    '',
    ...files.map(([name, text]) => `- ${name}: ${text}`),
    '',
    ...(facts.leftOut > 0 ? [words.leftOut.replace('{count}', String(facts.leftOut)), ''] : []),
    ...words.notes,
    '',
  ].join(LINE);
}
