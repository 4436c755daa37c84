/** The value of a JSON text; `undefined` for any other text. The parser's own error quotes the text, so it ends here. */
export function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
