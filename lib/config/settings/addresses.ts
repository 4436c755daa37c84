import * as z from 'zod';
import { RouteKind, routeId } from '../../model/route.ts';
import type { Environment, KeySource } from './environment.ts';
import { type SettingMistake, SettingsError } from './settings-error.ts';
import { leadsHere } from './this-machine.ts';

/** Where a route leads. What whoever knows it could use is kept in a function, so that no print shows it. */
export type Address =
  | { readonly kind: 'sns'; readonly topicArn: string }
  | { readonly kind: 'amazon-q'; readonly topicArn: string }
  | { readonly kind: 'slack'; readonly url: KeySource }
  | { readonly kind: 'webhook'; readonly url: KeySource; readonly secret: KeySource }
  | {
      readonly kind: 'email';
      readonly server: KeySource;
      readonly from: string;
      readonly to: readonly string[];
    };

/** By route: "slack", or "slack/research". */
export type Addresses = ReadonlyMap<string, Address>;

const topic = z
  .string()
  .regex(
    /^arn:aws[\w-]*:sns:[\w-]+:\d{12}:[\w-]{1,256}$/,
    'must be the ARN of an SNS topic: arn:aws:sns:<region>:<account>:<name>',
  );

const needed = (what: string) => ({
  error: ({ input }: { readonly input?: unknown }) =>
    input === undefined ? `is not set: give ${what}` : undefined,
});

/** The text itself, or where it is kept. */
function secret(fits: (text: string) => boolean, message: string) {
  return z.string(needed('it beside the others of its route')).transform((text, context): KeySource => {
    const [, place, name = ''] = /^(ssm|file):(\S+)$/.exec(text) ?? [];
    if (place === 'ssm') return { kind: 'parameter', name };
    if (place === 'file') return { kind: 'file', path: name };
    if (fits(text)) return { kind: 'given', reveal: () => text };
    context.addIssue(`${message}; or where it is kept: ssm:/a/parameter or file:/a/path`);
    return z.NEVER;
  });
}

function isAddress(text: string, safe: string, unsafe: string | null, mayHaveUser: boolean): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (hostname === '' || (!mayHaveUser && (username || password))) return false;
  return protocol === safe || (protocol === unsafe && (mayHaveUser || leadsHere(text)));
}

const postAddress = secret(
  (text) => isAddress(text, 'https:', 'http:', false),
  'must look like https://host/path; plain http is for this machine only',
);
const mailbox = /^[^\s@<>,;:"()[\]\\]{1,64}@[A-Za-z0-9.-]{1,253}$/;

/** What each kind of route needs to know, by the middle of the variable's name. */
const files = {
  sns: z.strictObject({ TOPIC_ARN: topic }).transform((all): Address => {
    return { kind: 'sns', topicArn: all.TOPIC_ARN };
  }),
  'amazon-q': z.strictObject({ Q_TOPIC_ARN: topic }).transform((all): Address => {
    return { kind: 'amazon-q', topicArn: all.Q_TOPIC_ARN };
  }),
  slack: z.strictObject({ SLACK_URL: postAddress }).transform((all): Address => {
    return { kind: 'slack', url: all.SLACK_URL };
  }),
  webhook: z
    .strictObject({
      WEBHOOK_URL: postAddress,
      WEBHOOK_SECRET: secret(
        (text) => /^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/.test(text),
        'must be whsec_ and 24 to 64 random bytes in base64, as from: echo whsec_$(openssl rand -base64 32)',
      ),
    })
    .transform((all): Address => {
      return { kind: 'webhook', url: all.WEBHOOK_URL, secret: all.WEBHOOK_SECRET };
    }),
  email: z
    .strictObject({
      SMTP_URL: secret(
        (text) => isAddress(text, 'smtps:', 'smtp:', true),
        'must look like smtps://user:password@host or smtp://host:587',
      ),
      MAIL_FROM: z
        .string(needed('the address that e-mails come from'))
        .regex(mailbox, 'must be one e-mail address'),
      MAIL_TO: z
        .string(needed('who gets the e-mails'))
        .transform((text) => text.split(',').map((address) => address.trim()))
        .refine(
          (all) => all.length <= 20 && all.every((address) => mailbox.test(address)),
          'must be e-mail addresses with commas between, 20 at most',
        ),
    })
    .transform((all): Address => {
      return { kind: 'email', server: all.SMTP_URL, from: all.MAIL_FROM, to: all.MAIL_TO };
    }),
} as const satisfies Record<Exclude<RouteKind, 'console'>, unknown>;
export type AddressedKind = keyof typeof files;
const kinds = RouteKind.exclude(['console']).options;

const prefix = 'SPENDWATCH_';
const middlesOf = (kind: AddressedKind): readonly string[] => Object.keys(files[kind].in.shape);
/** The variables of routes without a name. A name is put behind: SPENDWATCH_SLACK_URL_RESEARCH. */
export const addressVariables: readonly string[] = kinds.flatMap(middlesOf).map((middle) => prefix + middle);
const form = new RegExp(`^(?:${addressVariables.join('|')})(?:_[A-Z0-9]+)*$`);
export const isAddressVariable = (variable: string): boolean => form.test(variable);

/** The variables that tell where a route leads; it cannot do without the first. */
export const variablesOf = (kind: AddressedKind, name: string | null): readonly string[] =>
  middlesOf(kind).map((middle) => `${prefix}${middle}${suffixOf(name)}`);

export const variableOf = (kind: AddressedKind, name: string | null): string =>
  variablesOf(kind, name)[0] ?? prefix;

const suffixOf = (name: string | null): string =>
  name === null ? '' : `_${name.toUpperCase().replaceAll('-', '_')}`;

/** Where the routes lead that the environment tells of. @throws SettingsError with every mistake at once. */
export function readAddresses(environment: Environment): Addresses {
  const addresses = new Map<string, Address>();
  const mistakes: SettingMistake[] = [];
  for (const kind of kinds) {
    for (const name of namesIn(environment, kind)) {
      const written = middlesOf(kind).map((middle) => [
        middle,
        environment[`${prefix}${middle}${suffixOf(name)}`] || undefined,
      ]);
      const read = files[kind].safeParse(Object.fromEntries(written));
      if (read.success) addresses.set(routeId({ to: kind, name }), read.data);
      else
        for (const { path, message } of read.error.issues)
          mistakes.push({ variable: `${prefix}${String(path[0])}${suffixOf(name)}`, message });
    }
  }
  if (mistakes.length > 0) throw new SettingsError(mistakes);
  return addresses;
}

/** The names of the routes of a kind for which any variable is set. */
function namesIn(environment: Environment, kind: AddressedKind): ReadonlySet<string | null> {
  const ours = new RegExp(`^${prefix}(?:${middlesOf(kind).join('|')})(?:_([A-Z0-9]+(?:_[A-Z0-9]+)*))?$`);
  const names = Object.entries(environment).flatMap(([variable, value]) => {
    const [whole, suffix] = ours.exec(variable) ?? [];
    if (whole === undefined || !value) return [];
    return [suffix === undefined ? null : suffix.toLowerCase().replaceAll('_', '-')];
  });
  return new Set(names);
}
