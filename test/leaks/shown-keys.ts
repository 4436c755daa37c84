import { stripVTControlCharacters } from 'node:util';

/** Searches a stream of text for marks, however it is cut into pieces, and returns where one was shown. */
export type KeyWatch = {
  poll(where: string, text: string): void;
  /** What stood before each mark that was found, and never the mark. */
  found(): readonly string[];
};

const before = 120;

export function keyWatch(marks: readonly string[]): KeyWatch {
  const forms = marks.flatMap((mark) => [mark, ...base64Forms(mark)]);
  const longest = Math.max(...forms.map(({ length }) => length));
  const tails = new Map<string, string>();
  const finds: string[] = [];
  return {
    poll(where, text) {
      const seen = (tails.get(where) ?? '') + stripVTControlCharacters(text);
      for (const form of forms) {
        const at = seen.indexOf(form);
        if (at >= 0) finds.push(`${where}: …${seen.slice(Math.max(0, at - before), at)}[a key]`);
      }
      // Too short to hold the whole of a mark, so that none is found twice.
      tails.set(where, seen.slice(-(longest - 1)));
    },
    found: () => finds,
  };
}

/** What base64 makes of a mark wherever it stands in the text that was encoded; both alphabets. */
function base64Forms(mark: string): string[] {
  const forms = [0, 1, 2].map((offset) => {
    const whole = Math.floor((offset + mark.length) / 3) * 3;
    const encoded = Buffer.from(' '.repeat(offset) + mark)
      .subarray(0, whole)
      .toString('base64');
    return encoded.slice(Math.ceil((offset * 4) / 3));
  });
  return [...forms, ...forms.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'))];
}
