import * as z from 'zod';
import { maybe, text } from './values.ts';

export const SshKey = z
  .object({
    id: maybe(text),
    comment: maybe(text),
    createTime: maybe(text),
    fingerprint: maybe(text),
    publicKey: maybe(text),
    type: maybe(text),
  })
  .meta({ id: 'SshKey' });
