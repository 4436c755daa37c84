import * as z from 'zod';

/**
 * The event of a function URL, as far as it is used:
 * https://docs.aws.amazon.com/lambda/latest/dg/urls-invocation.html
 */
export const UrlEvent = z.object({
  rawPath: z.string(),
  requestContext: z.object({ http: z.object({ method: z.string() }) }),
  headers: z.record(z.string(), z.string().optional()),
  body: z.string().default(''),
  isBase64Encoded: z.boolean().default(false),
});
