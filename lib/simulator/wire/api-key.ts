import * as z from 'zod';
import { readOnly, text, time } from './values.ts';

export const ApiKey = z
  .object({
    id: readOnly(text),
    key: readOnly(text, { description: 'The secret: in the reply to its creation, and never again.' }),
    createTime: readOnly(time),
  })
  .meta({ id: 'ApiKey' });

const apikeyId = z
  .string()
  .regex(/^[a-z0-9-]{4,63}$/, 'must be 4 to 63 lowercase letters, digits and hyphens')
  .meta({ description: 'The last part of the resource name of the key.' });

/**
 * The specification calls the name required and its guide sends `{}`, which is what is sent for want of one.
 */
export const GenerateApiKeyRequest = z.object({ apikeyId: apikeyId.optional() }).meta({
  id: 'GenerateApiKeyRequest',
  description: 'The guide sends an empty object, though the schema of the request requires apikeyId.',
});
