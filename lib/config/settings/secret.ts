import * as z from 'zod';
import { parseAddress } from '../../model/parse-address.ts';
import type { KeySource } from './environment.ts';
import { leadsHere } from './this-machine.ts';

/** Returns the schema parameters with the message for a required variable that is not set. */
export const needed = (what: string) => ({
  error: ({ input }: { readonly input?: unknown }) =>
    input === undefined ? `is not set: set ${what}` : undefined,
});

/** The place of a secret: a file, a variable of the environment, or an SSM parameter. */
export type SecretPlace = { readonly kind: 'file' | 'env' | 'ssm'; readonly name: string };

/** The written form of the place of a secret. */
export const secretPlaceForm = /^(?<kind>file|env|ssm):(?<name>\S+)$/;

/** Reads the place of a secret, such as "file:/a/path"; `null` for anything else, which may be the secret itself. */
export function readSecretPlace(text: string): SecretPlace | null {
  const { kind, name = '' } = secretPlaceForm.exec(text)?.groups ?? {};
  return kind === 'file' || kind === 'env' || kind === 'ssm' ? { kind, name } : null;
}

const secrets = z.registry<{ readonly isSecret: true }>();

/** True for the schema of a secret, required or optional. */
export const isSecret = (schema: z.core.$ZodType): boolean =>
  secrets.has(schema instanceof z.ZodOptional ? schema.unwrap() : schema);

/** Returns the schema of a secret: the text itself, or where it is stored. */
export function secret(fits: (text: string) => boolean, message: string) {
  return z
    .string(needed('it with the other variables of its route'))
    .transform((text, context): KeySource => {
      const place = readSecretPlace(text);
      if (place?.kind === 'ssm') return { kind: 'parameter', name: place.name };
      if (place?.kind === 'file') return { kind: 'file', path: place.name };
      if (fits(text)) return { kind: 'given', reveal: () => text };
      context.addIssue(`${message}; or where it is stored: ssm:/a/parameter or file:/a/path`);
      return z.NEVER;
    })
    .register(secrets, { isSecret: true });
}

/** The schema of a secret that signs tokens or links. */
export const drawnSecret = secret(
  (text) => /^[\x21-\x7e]{32,1000}$/.test(text),
  'must have 32 to 1,000 characters, without spaces or line breaks; generate one with: openssl rand -base64 32',
);

/** True if a text is an address with a host. `unsafe` is a protocol for this machine; with users, it is checked later. */
export function isAddress(text: string, safe: string, unsafe: string, mayHaveUser: boolean): boolean {
  const address = parseAddress(text);
  if (address === null) return false;
  const { protocol, hostname, username, password } = address;
  if (hostname === '' || (!mayHaveUser && (username || password))) return false;
  return protocol === safe || (protocol === unsafe && (mayHaveUser || leadsHere(text)));
}

/** An address to which messages are posted. It is a secret, because everyone who knows it can post. */
export const postAddress = secret(
  (text) => isAddress(text, 'https:', 'http:', false),
  'must look like https://host/path; plain http is only allowed for this machine',
);

/** The name of an SSM parameter (SecureString), where a deployment has its secrets; a settings file writes `ssm:` before it. */
export const parameterName = z
  .string('must be the name of an SSM parameter, such as /spendwatch/viewer-key')
  .regex(
    /^(?:ssm:)?\/?[\w.-]+(\/[\w.-]+)*$/,
    'must be the name of an SSM parameter, such as /spendwatch/viewer-key',
  )
  .overwrite((name) => name.replace(/^ssm:/, ''));
