/** Replaces the key in a text that came from outside. Error pages often repeat the request with its key. */
export type KeyRedactor = (text: string) => string;

/**
 * Returns a function that hides the key in any letter case, with or without spaces, and in its URL, JSON, HTML, base64 and
 * hexadecimal encodings.
 */
export function hideKey(apiKey: string): KeyRedactor {
  const letters = [...apiKey];
  const encodedLetters = letters.map((letter) => `(?:${listEncodedForms(letter).map(literally).join('|')})`);
  const hexCodes = letters.map(toHexCode);
  const patterns = [
    new RegExp(encodedLetters.join('\\s*'), 'gi'),
    new RegExp(hexCodes.join('[\\s:]*'), 'gi'),
    new RegExp(base64Forms(apiKey).map(literally).join('|'), 'g'),
  ];
  return (text) => patterns.reduce((redacted, pattern) => redacted.replace(pattern, '[redacted]'), text);
}

/**
 * Hides the key in all strings and field names of a parsed value, in place, except in the names of `fields`. It does not
 * recurse, so any depth of nesting is safe.
 */
export function redactNestedApiKey(
  value: unknown,
  apiKey: string,
  hide: KeyRedactor,
  fields: ReadonlySet<string> = new Set(),
): unknown {
  const root: object = { value };
  const pending = [root];
  for (let record = pending.pop(); record !== undefined; record = pending.pop()) {
    for (const name of Object.keys(record)) {
      const member: unknown = Reflect.get(record, name);
      if (typeof member === 'object' && member !== null) pending.push(member);
      if (typeof member === 'string' && member.includes(apiKey)) Reflect.set(record, name, hide(member));
      if (!name.includes(apiKey) || fields.has(name)) continue;
      Reflect.defineProperty(record, hide(name), { value: Reflect.get(record, name), ...plain });
      Reflect.deleteProperty(record, name);
    }
  }
  return Reflect.get(root, 'value');
}
const plain = { writable: true, enumerable: true, configurable: true };

const toHexCode = (letter: string): string => letter.charCodeAt(0).toString(16).padStart(2, '0');

/** Returns the forms of a letter in URLs, JSON and HTML. */
function listEncodedForms(letter: string): readonly string[] {
  const hex = toHexCode(letter);
  return [letter, `%${hex}`, `\\u00${hex}`, `\\${letter}`, `&#${letter.charCodeAt(0)};`, `&#x${hex};`];
}

const literally = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** Returns the base64 forms of a key at any position in an encoded text, in both alphabets. */
function base64Forms(key: string): readonly string[] {
  const forms = [0, 1, 2].map((offset) => {
    const encodableLength = Math.floor((offset + key.length) / 3) * 3;
    const encoded = Buffer.from(' '.repeat(offset) + key)
      .subarray(0, encodableLength)
      .toString('base64');
    return encoded.slice(Math.ceil((offset * 4) / 3));
  });
  return [...forms, ...forms.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'))];
}
