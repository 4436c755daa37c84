import * as z from 'zod';
import { maybe, text } from './values.ts';

export const GetObjectStorageSessionKeyResponse = z
  .object({
    accessKey: maybe(text),
    secretKey: maybe(text, { description: 'A secret.' }),
    sessionToken: maybe(text, { description: 'A secret.' }),
    sessionName: maybe(text),
    endpoint: maybe(text),
  })
  .meta({ id: 'GetObjectStorageSessionKeyResponse' });
