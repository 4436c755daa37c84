import * as z from 'zod';
import type { KeySource } from './environment.ts';
import { drawnSecret } from './secret.ts';

/** The settings for pushes from machines. */
export type PushSettings = {
  /** The secret from which the tokens of VMs are derived. */
  readonly secret: KeySource;
  /** The files with a certificate and its key, for https on this machine. */
  readonly tls: { readonly cert: string; readonly key: string } | null;
};

export const pushVariables = {
  SPENDWATCH_PUSH_SECRET: drawnSecret.optional(),
  SPENDWATCH_PUSH_CERT_FILE: z.string().optional(),
  SPENDWATCH_PUSH_KEY_FILE: z.string().optional(),
};

const Variables = z.object(pushVariables);

/** Returns the settings for pushes; `null` if no secret is set. */
export function buildPushSettings(all: z.output<typeof Variables>): PushSettings | null {
  const {
    SPENDWATCH_PUSH_SECRET: key,
    SPENDWATCH_PUSH_CERT_FILE: cert,
    SPENDWATCH_PUSH_KEY_FILE: certKey,
  } = all;
  if (key === undefined) return null;
  return { secret: key, tls: cert === undefined || certKey === undefined ? null : { cert, key: certKey } };
}
