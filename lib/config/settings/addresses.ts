import * as z from 'zod';
import { RouteKind, routeId, WebhookFormat } from '../../model/route.ts';
import type { Environment, KeySource } from './environment.ts';
import { type SettingMistake, SettingsError } from './settings-error.ts';
import { leadsHere } from './this-machine.ts';

export const topic = z
  .string()
  .regex(
    /^arn:aws[\w-]*:sns:[\w-]+:\d{12}:[\w-]{1,256}$/,
    'must be the ARN of an SNS topic: arn:aws:sns:<region>:<account>:<name>',
  );

export const awsRegion = z
  .string()
  .regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'must be an AWS region, such as eu-west-1');

/** The form of the ARN of an event bus. */
export const busArn = /^arn:aws[\w-]*:events:[a-z0-9-]+:\d{12}:event-bus\/[\w./-]{1,256}$/;

const needed = (what: string) => ({
  error: ({ input }: { readonly input?: unknown }) =>
    input === undefined ? `is not set: set ${what}` : undefined,
});

/** Returns the schema of a secret: the text itself, or where it is stored. */
export function secret(fits: (text: string) => boolean, message: string) {
  return z
    .string(needed('it with the other variables of its route'))
    .transform((text, context): KeySource => {
      const [, place, name = ''] = /^(ssm|file):(\S+)$/.exec(text) ?? [];
      if (place === 'ssm') return { kind: 'parameter', name };
      if (place === 'file') return { kind: 'file', path: name };
      if (fits(text)) return { kind: 'given', reveal: () => text };
      context.addIssue(`${message}; or the place it is stored: ssm:/a/parameter or file:/a/path`);
      return z.NEVER;
    });
}

/** A secret that tokens or links are made with. */
export const drawnSecret = secret(
  (text) => /^[\x21-\x7e]{32,1000}$/.test(text),
  'must have 32 to 1,000 characters, without spaces or line breaks; generate one with: openssl rand -base64 32',
);

function isAddress(text: string, safe: string, unsafe: string | null, mayHaveUser: boolean): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (hostname === '' || (!mayHaveUser && (username || password))) return false;
  return protocol === safe || (protocol === unsafe && (mayHaveUser || leadsHere(text)));
}

const postAddress = secret(
  (text) => isAddress(text, 'https:', 'http:', false),
  'must look like https://host/path; plain http is only allowed for this machine',
);
const mailbox = /^[^\s@<>,;:"()[\]\\]{1,64}@[A-Za-z0-9.-]{1,253}$/;

/** The variables of each kind of route, by the middle of their names. */
const files = {
  sns: z
    .strictObject({ TOPIC_ARN: topic })
    .transform((all) => ({ kind: 'sns' as const, topicArn: all.TOPIC_ARN })),
  'amazon-q': z
    .strictObject({ Q_TOPIC_ARN: topic })
    .transform((all) => ({ kind: 'amazon-q' as const, topicArn: all.Q_TOPIC_ARN })),
  slack: z
    .strictObject({ SLACK_URL: postAddress })
    .transform((all) => ({ kind: 'slack' as const, url: all.SLACK_URL })),
  webhook: z
    .strictObject({
      WEBHOOK_URL: postAddress,
      WEBHOOK_SECRET: secret(
        (text) => /^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/.test(text),
        'must be whsec_ and 24 to 64 random bytes in base64; generate one with: echo whsec_$(openssl rand -base64 32)',
      ),
      WEBHOOK_FORMAT: z.enum(WebhookFormat.options, 'must be messages or cloudevents').default('messages'),
    })
    .transform((all) => {
      const { WEBHOOK_URL: url, WEBHOOK_SECRET: secret, WEBHOOK_FORMAT: format } = all;
      return { kind: 'webhook' as const, url, secret, format };
    }),
  eventbridge: z
    .strictObject({
      EVENT_BUS_ARN: z
        .string()
        .regex(busArn, 'must be the ARN of an event bus: arn:aws:events:<region>:<account>:event-bus/<name>'),
    })
    .transform(({ EVENT_BUS_ARN: busArn }) => {
      return { kind: 'eventbridge' as const, busArn, region: busArn.split(':')[3] ?? '' };
    }),
  email: z
    .strictObject({
      SMTP_URL: secret(
        (text) => isAddress(text, 'smtps:', 'smtp:', true),
        'must look like smtps://user:password@host or smtp://host:587',
      ),
      MAIL_FROM: z
        .string(needed('the sender address of e-mails'))
        .regex(mailbox, 'must be one e-mail address'),
      MAIL_TO: z
        .string(needed('the recipients of e-mails'))
        .transform((text) => text.split(',').map((address) => address.trim()))
        .refine(
          (all) => all.length <= 20 && all.every((address) => mailbox.test(address)),
          'must be at most 20 e-mail addresses, separated by commas',
        ),
    })
    .transform((all) => {
      return { kind: 'email' as const, server: all.SMTP_URL, from: all.MAIL_FROM, to: all.MAIL_TO };
    }),
} as const satisfies Record<Exclude<RouteKind, 'console'>, unknown>;
export type AddressedKind = keyof typeof files;

/** The address of a route. Secrets are kept in functions, so that no log shows them. */
export type Address = z.output<(typeof files)[AddressedKind]>;

/** Addresses by route: "slack", or "slack/research". */
export type Addresses = ReadonlyMap<string, Address>;

const kinds = RouteKind.exclude(['console']).options;

const prefix = 'SPENDWATCH_';
const middlesOf = (kind: AddressedKind): readonly string[] => Object.keys(files[kind].in.shape);
/** The variables of routes without a name. A name is appended: SPENDWATCH_SLACK_URL_RESEARCH. */
export const addressVariables: readonly string[] = kinds.flatMap(middlesOf).map((middle) => prefix + middle);
const form = new RegExp(`^(?:${addressVariables.join('|')})(?:_[A-Z0-9]+)*$`);
export const isAddressVariable = (variable: string): boolean => form.test(variable);

/** Returns the variables of the address of a route; the first is required. */
export const variablesOf = (kind: AddressedKind, name: string | null): readonly string[] =>
  middlesOf(kind).map((middle) => `${prefix}${middle}${suffixOf(name)}`);

export const variableOf = (kind: AddressedKind, name: string | null): string =>
  variablesOf(kind, name)[0] ?? prefix;

const suffixOf = (name: string | null): string =>
  name === null ? '' : `_${name.toUpperCase().replaceAll('-', '_')}`;

/** Reads the addresses of routes from the environment. @throws SettingsError with every mistake at once. */
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

/** Returns the names of the routes of a kind for which a variable is set. */
function namesIn(environment: Environment, kind: AddressedKind): ReadonlySet<string | null> {
  const ours = new RegExp(`^${prefix}(?:${middlesOf(kind).join('|')})(?:_([A-Z0-9]+(?:_[A-Z0-9]+)*))?$`);
  const names = Object.entries(environment).flatMap(([variable, value]) => {
    const [whole, suffix] = ours.exec(variable) ?? [];
    if (whole === undefined || !value) return [];
    return [suffix === undefined ? null : suffix.toLowerCase().replaceAll('_', '-')];
  });
  return new Set(names);
}
