import * as z from 'zod';
import { parseAddress } from '../../model/parse-address.ts';
import type { KeySource } from './environment.ts';
import { leadsHere } from './this-machine.ts';

/** Returns the message for a variable that is not set and must be. */
export const needed = (what: string) => ({
  error: ({ input }: { readonly input?: unknown }) =>
    input === undefined ? `is not set: set ${what}` : undefined,
});

/** The place of a secret: a file, a variable of the environment, or an SSM parameter. */
export type SecretPlace = { readonly kind: 'file' | 'env' | 'ssm'; readonly name: string };

/** The form of a secret's place, as every setting writes it. */
export const secretPlaceForm = /^(?<kind>file|env|ssm):(?<name>\S+)$/;

/** Reads the place of a secret, such as "file:/a/path"; `null` for anything else, which may be the secret itself. */
export function readSecretPlace(text: string): SecretPlace | null {
  const { kind, name = '' } = secretPlaceForm.exec(text)?.groups ?? {};
  return kind === 'file' || kind === 'env' || kind === 'ssm' ? { kind, name } : null;
}

const secrets = z.registry<{ readonly isSecret: true }>();

/** Reports whether a schema is that of a secret, which may be left out. */
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

/** Reports whether a text is an address with a host. One with a user may be of an unsafe protocol, which is checked later. */
export function isAddress(text: string, safe: string, unsafe: string, mayHaveUser: boolean): boolean {
  const address = parseAddress(text);
  if (address === null) return false;
  const { protocol, hostname, username, password } = address;
  if (hostname === '' || (!mayHaveUser && (username || password))) return false;
  return protocol === safe || (protocol === unsafe && (mayHaveUser || leadsHere(text)));
}

/** An address that messages are posted to. It is a secret, as whoever has it can post. */
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
