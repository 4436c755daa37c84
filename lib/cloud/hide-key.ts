/** Takes the key out of a text that came from outside: error pages like to repeat what they were sent. */
export type Hide = (text: string) => string;

/** Hides the key as it is, and as it looks in an address or in quotes. */
export function hideKey(apiKey: string): Hide {
  const forms = new Set([apiKey, encodeURIComponent(apiKey), JSON.stringify(apiKey).slice(1, -1)]);
  return (text) => [...forms].reduce((left, form) => left.replaceAll(form, '[the API key]'), text);
}
