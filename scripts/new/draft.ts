/** What a generator will not do, in one sentence. Nothing has been written. */
export class Refusal extends Error {}

/** The checkout as generators see it. */
export interface House {
  /** The text of a file; null when there is none. */
  find(file: string): string | null;
  /** Names in a folder. */
  list(folder: string): string[];
  remotes: readonly string[];
}

/** What a generator is about to write: all of it, or nothing. */
export class Draft {
  readonly files = new Map<string, string>();
  readonly created: string[] = [];

  constructor(private readonly house: House) {}

  read(file: string): string {
    const text = this.files.get(file) ?? this.house.find(file);
    if (text === null) throw new Refusal(`${file} is missing.`);
    return text;
  }

  create(file: string, text: string): void {
    if (this.house.find(file) !== null) throw new Refusal(`The name is taken: there is ${file} already.`);
    this.files.set(file, text);
    this.created.push(file);
  }

  /** Replaces the one place that fits. */
  edit(file: string, place: RegExp, change: (found: string) => string): void {
    const text = this.read(file);
    const found = [...text.matchAll(new RegExp(place, `${place.flags}g`))];
    if (found.length !== 1)
      throw new Refusal(
        `${file} has another shape than the templates know: ${found.length} places fit ${place}.`,
      );
    this.files.set(file, text.replace(place, change));
  }

  append(file: string, text: string): void {
    this.files.set(file, this.read(file) + text);
  }
}

export interface Name {
  /** `site-notes` */
  kebab: string;
  /** `siteNotes` */
  camel: string;
  /** `SiteNotes` */
  pascal: string;
  /** `Site notes` */
  title: string;
}

const MOST_LETTERS = 30;
const capitalised = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1);

/** @throws Refusal when it is no name in kebab-case, or too long */
export function toName(kebab: string): Name {
  if (!/^[a-z][a-z0-9]*(-[a-z][a-z0-9]*)*$/.test(kebab))
    throw new Refusal(`"${kebab}" is no name: write it in kebab-case, as site-notes.`);
  if (kebab.length > MOST_LETTERS)
    throw new Refusal(`"${kebab}" is too long: a name has ${MOST_LETTERS} letters at most.`);
  const [first = '', ...others] = kebab.split('-');
  const camel = first + others.map(capitalised).join('');
  return { kebab, camel, pascal: capitalised(camel), title: capitalised(kebab.replaceAll('-', ' ')) };
}
