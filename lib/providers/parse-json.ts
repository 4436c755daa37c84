/** Parses JSON; `undefined` for any other text. The parser's error is dropped, as it quotes the text. */
export function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
