import * as z from 'zod';
import { parseJson } from '../clouds/http/error-reply.ts';

/** The doubt about a reply that is a web page. */
export const pageInWords = 'its answer is a web page, as a login or a proxy shows it';

/** The doubt about a reply that refuses the message. */
export const refusedInWords = 'its answer says that it did not take the message';

/**
 * True if a reply is a web page, such as the login of a proxy that answers every request with success. Only the text counts:
 * many receivers declare a plain word as HTML, and many proxies declare a page as something else.
 */
export const isPage = (text: string): boolean =>
  parseJson(text) === undefined &&
  /<(?:!doctype\s+html|\/?(?:html|head|title|body|meta|script|style|form|iframe|h[1-6]|div|p|center|a|br))\b[^<>]*>/i.test(
    text.replaceAll('\0', ''),
  );

const Verdict = z.object({
  ok: z.boolean().optional().catch(undefined),
  success: z.boolean().optional().catch(undefined),
  status: z.string().optional().catch(undefined),
  error: z.unknown().optional(),
});

/** Returns whether a receiver took the message according to the JSON of its reply; `null` if the reply has no verdict. */
export function readReplyVerdict(text: string): {
  readonly took: boolean | null;
  readonly reason: string | null;
} {
  const read = Verdict.safeParse(parseJson(text)?.value, { jitless: true });
  if (!read.success) return { took: null, reason: null };
  const { ok, success, error } = read.data;
  const said = [ok, success].filter((one) => one !== undefined);
  const isError =
    typeof error === 'string' ? error !== '' : error !== undefined && error !== null && error !== false;
  const reason = typeof error === 'string' ? readErrorWord(error) : null;
  if (said.includes(false) || (isError && said.length > 0)) return { took: false, reason };
  return { took: said.length > 0 ? true : null, reason };
}

/** Returns a reply that is a single word, as the name of an error is; `null` for any other, which may contain a secret. */
export const readErrorWord = (text: string): string | null => /^[a-z_]{2,40}$/.exec(text.trim())?.[0] ?? null;
