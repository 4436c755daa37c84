/** Text that is valid HTML. Only `html` creates it. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | number | Html | readonly Html[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Returns HTML from a template. Every inserted text is escaped, except nested templates. */
export const html = (texts: TemplateStringsArray, ...values: readonly Value[]): Html =>
  new Html(
    texts.map((text, index) => `${text}${index < values.length ? shown(values[index]) : ''}`).join(''),
  );

function shown(value: Value | undefined): string {
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(({ text }) => text).join('');
  return `${value ?? ''}`.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
