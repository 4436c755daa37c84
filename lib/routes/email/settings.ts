import * as z from 'zod';
import { isAddress, needed, secret } from '../../config/settings/secret.ts';
import type { RouteSettings } from '../route-settings.ts';

const mailbox = /^[^\s@<>,;:"()[\]\\]{1,64}@[A-Za-z0-9.-]{1,253}$/;

/** A mail server, with the addresses that it sends from and to. */
export const emailSettings = {
  variables: { server: 'SMTP_URL', from: 'MAIL_FROM', recipients: 'MAIL_TO' },
  address: z.strictObject({
    kind: z.literal('email'),
    server: secret(
      (text) => isAddress(text, 'smtps:', 'smtp:', true),
      'must look like smtps://user:password@host or smtp://host:587',
    ),
    from: z.string(needed('the sender address of e-mails')).regex(mailbox, 'must be one e-mail address'),
    recipients: z
      .string(needed('the recipients of e-mails'))
      .transform((text) => text.split(',').map((address) => address.trim()))
      .refine(
        (all) => all.length <= 20 && all.every((address) => mailbox.test(address)),
        'must be at most 20 e-mail addresses, separated by commas',
      ),
  }),
  onAws: 'subscribe the e-mail addresses to the SNS topic instead',
  confirms: true,
  limits: {},
} as const satisfies RouteSettings<'email'>;
