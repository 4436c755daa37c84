import * as z from 'zod';
import { closest } from '../../forms/closest.ts';
import { defaultIntervals, type Intervals } from '../../model/time/intervals.ts';
import { hours, minutes, readSpan, type Span } from '../../model/time/time.ts';
import { shortestKey } from '../../model/unsafe-characters.ts';
import { topic } from '../../routes/sns/settings.ts';
import { addressVariables, isAddressVariable } from './addresses.ts';
import { answerVariables } from './answers.ts';
import { type Environment, type KeySource, readVariables } from './environment.ts';
import { LogLevel } from './log-level.ts';
import { PolicyLocationText } from './policy-location.ts';
import { prometheusMistakes, prometheusOf, prometheusVariables } from './prometheus.ts';
import { pushOf, pushVariables } from './push.ts';
import { type SettingMistake, SettingsError, wrongSetting } from './settings-error.ts';
import { isPageAddress, isSafeAddress, withoutSlash } from './this-machine.ts';

const prefix = 'SPENDWATCH_';
const defaultPolicy = 'spendwatch.yaml';

const needed = (what: string) => z.string({ error: `is not set: set ${what}` });

function wholeNumber(most: number, otherwise: number) {
  const isCount = (text: string) => /^\d{1,7}$/.test(text) && Number(text) >= 1 && Number(text) <= most;
  return z
    .string()
    .refine(isCount, `must be a whole number from 1 to ${most}`)
    .default(`${otherwise}`)
    .transform(Number);
}

/** Returns the schema of an interval of at least a minute, the shortest interval of a schedule. */
function span(most: Span, otherwise: Span) {
  const message = `must be a duration from 1m to ${most / hours(1)}h, such as 5m or 1h`;
  return z
    .string()
    .transform((text, context) => {
      const read = readSpan(text);
      if (read !== undefined && read >= minutes(1) && read <= most) return read;
      context.addIssue(message);
      return z.NEVER;
    })
    .default(otherwise);
}

/** An API key: characters that a header can carry, without spaces or line breaks from careless copying. */
const key = z
  .string()
  .regex(/^[\x21-\x7e]+$/, 'must be only the key, without spaces or line breaks')
  .min(shortestKey, `must have at least ${shortestKey} characters: shorter keys cannot be hidden in messages`)
  .optional();

const keyVariables = ['SPENDWATCH_KEY_PARAMETER', 'SPENDWATCH_API_KEY_FILE', 'SPENDWATCH_API_KEY'] as const;
const keyMissing =
  'is not set: set the API key, or a file with it in SPENDWATCH_API_KEY_FILE, or on AWS an SSM parameter in SPENDWATCH_KEY_PARAMETER';

const tableName = {
  pattern: /^[\w.-]{3,255}$/,
  message: 'must be the name of a DynamoDB table: 3 to 255 letters, digits, dots, dashes and underscores',
};

const Variables = z
  .strictObject({
    SPENDWATCH_CLOUD_URL: needed("the address of the cloud's API, such as https://api.example.com").refine(
      isSafeAddress,
      'must look like https://host or https://host/path; plain http is only allowed for this machine',
    ),
    SPENDWATCH_TABLE: needed('the name of the DynamoDB table').regex(tableName.pattern, tableName.message),
    /** The ledger that commands use: a folder on this machine, or the table of a deployment. */
    SPENDWATCH_DATA: z.string().default('.spendwatch'),
    SPENDWATCH_LEDGER_TABLE: z.string().regex(tableName.pattern, tableName.message).optional(),
    SPENDWATCH_TOPIC_ARN: topic.optional(),
    SPENDWATCH_KEY_PARAMETER: z
      .string()
      .regex(/^[\w./-]{1,1011}$/, 'must be the name of an SSM parameter, such as /spendwatch/viewer-key')
      .optional(),
    SPENDWATCH_API_KEY_FILE: z.string().optional(),
    SPENDWATCH_API_KEY: key,
    SPENDWATCH_ACT_KEY_FILE: z.string().optional(),
    SPENDWATCH_ACT_KEY: key,
    SPENDWATCH_POLICY: z.string().default(defaultPolicy),
    /** On AWS, the place of a policy that replaces the one of the deployment. */
    SPENDWATCH_POLICY_LOCATION: PolicyLocationText.optional(),
    SPENDWATCH_URL: z
      .string()
      .refine(
        isPageAddress,
        'must be the address of the dashboard, such as https://spendwatch.example.com or http://127.0.0.1:8484',
      )
      .optional(),
    SPENDWATCH_SHARDS: wholeNumber(64, 1),
    /** The deployment name of metrics; without it none are written. */
    SPENDWATCH_DEPLOYMENT: z.string().optional(),
    SPENDWATCH_LOG_LEVEL: LogLevel.default('info'),
    SPENDWATCH_REQUESTS_PER_MINUTE: wholeNumber(100_000, 600),
    SPENDWATCH_REQUESTS_IN_FLIGHT: wholeNumber(1_000, 32),
    SPENDWATCH_POLL_INTERVAL: span(hours(1), minutes(5)),
    SPENDWATCH_SPEND_INTERVAL: span(hours(24), defaultIntervals.spendEvery),
    SPENDWATCH_STORAGE_INTERVAL: span(hours(24), defaultIntervals.storageEvery),
    SPENDWATCH_USAGE_INTERVAL: span(hours(24), defaultIntervals.usageEvery),
    ...prometheusVariables,
    ...pushVariables,
    ...answerVariables,
  })
  // These checks also run where another variable is wrong, so that every mistake is reported at once.
  .refine((all) => keyVariables.some((variable) => all[variable] !== undefined), {
    path: ['SPENDWATCH_API_KEY'],
    message: keyMissing,
    when: () => true,
  })
  .refine((all) => keyVariables.filter((variable) => all[variable] !== undefined).length <= 1, {
    path: ['SPENDWATCH_API_KEY'],
    message: `conflicts with another key setting: set only one of ${keyVariables.join(', ')}`,
    when: () => true,
  })
  .refine((all) => all.SPENDWATCH_ACT_KEY === undefined || all.SPENDWATCH_ACT_KEY_FILE === undefined, {
    path: ['SPENDWATCH_ACT_KEY'],
    message: 'conflicts with SPENDWATCH_ACT_KEY_FILE: set only one of them',
    when: () => true,
  })
  .superRefine((all, context) => {
    for (const [variable, message] of prometheusMistakes(all))
      context.addIssue({ code: 'custom', path: [variable], message });
  });

/** The name of a setting in the environment. */
export type Variable = keyof z.input<typeof Variables>;

const Settings = Variables.transform((all) => ({
  cloudUrl: all.SPENDWATCH_CLOUD_URL,
  table: all.SPENDWATCH_TABLE,
  data: all.SPENDWATCH_DATA,
  ledgerTable: all.SPENDWATCH_LEDGER_TABLE ?? null,
  topicArn: all.SPENDWATCH_TOPIC_ARN ?? null,
  key: keySource(all.SPENDWATCH_API_KEY, all.SPENDWATCH_API_KEY_FILE, all.SPENDWATCH_KEY_PARAMETER),
  /** The key for actions; `null` where one key does both. */
  actionKey:
    all.SPENDWATCH_ACT_KEY === undefined && all.SPENDWATCH_ACT_KEY_FILE === undefined
      ? null
      : keySource(all.SPENDWATCH_ACT_KEY, all.SPENDWATCH_ACT_KEY_FILE),
  /** The path of the policy; on AWS relative to the code of the function. */
  policy: all.SPENDWATCH_POLICY,
  policyLocation: all.SPENDWATCH_POLICY_LOCATION ?? null,
  shards: all.SPENDWATCH_SHARDS,
  deployment: all.SPENDWATCH_DEPLOYMENT ?? null,
  logLevel: all.SPENDWATCH_LOG_LEVEL,
  requestsPerMinute: all.SPENDWATCH_REQUESTS_PER_MINUTE,
  requestsInFlight: all.SPENDWATCH_REQUESTS_IN_FLIGHT,
  pollInterval: all.SPENDWATCH_POLL_INTERVAL,
  prometheus: prometheusOf(all),
  push: pushOf(all),
  intervals: {
    ...defaultIntervals,
    pollEvery: all.SPENDWATCH_POLL_INTERVAL,
    spendEvery: all.SPENDWATCH_SPEND_INTERVAL,
    storageEvery: all.SPENDWATCH_STORAGE_INTERVAL,
    usageEvery: all.SPENDWATCH_USAGE_INTERVAL,
  } satisfies Intervals,
}));
export type Settings = z.output<typeof Settings>;

export type LedgerSettings = Pick<Settings, 'table' | 'policy' | 'policyLocation' | 'logLevel'>;

/** Reads the settings of a reader of the ledger. @throws SettingsError with every mistake at once. */
export function readLedgerSettings(environment: Environment): LedgerSettings {
  const { SPENDWATCH_TABLE, SPENDWATCH_POLICY, SPENDWATCH_POLICY_LOCATION, SPENDWATCH_LOG_LEVEL } =
    Variables.shape;
  const read = readVariables(
    { SPENDWATCH_TABLE, SPENDWATCH_POLICY, SPENDWATCH_POLICY_LOCATION, SPENDWATCH_LOG_LEVEL },
    environment,
  );
  return {
    table: read.SPENDWATCH_TABLE,
    policy: read.SPENDWATCH_POLICY,
    policyLocation: read.SPENDWATCH_POLICY_LOCATION ?? null,
    logLevel: read.SPENDWATCH_LOG_LEVEL,
  };
}

/** Reads the address of the dashboard, without a slash at its end; `null` where none is set. @throws SettingsError */
export function dashboardIn(environment: Environment): string | null {
  const { SPENDWATCH_URL: address } = environment;
  if (!address) return null;
  const message = mistakeIn('SPENDWATCH_URL', address);
  if (message !== null) throw wrongSetting('SPENDWATCH_URL', message);
  return withoutSlash(address);
}

/** Returns the secret that tokens of machines are made with. @throws SettingsError */
export function pushSecretOf(environment: Environment): KeySource {
  const { SPENDWATCH_PUSH_SECRET: secret } = readVariables(pushVariables, environment);
  if (secret !== undefined) return secret;
  const message = 'is not set: set a secret of 32 characters or more, or file:/path of a file with one';
  throw wrongSetting('SPENDWATCH_PUSH_SECRET', message);
}

/** Reads the settings. @throws SettingsError with every mistake at once. */
export function readSettings(environment: Environment): Settings {
  const ours = Object.entries(environment).filter(
    ([name, value]) =>
      name.startsWith(prefix) && value && (name in Variables.shape || !isAddressVariable(name)),
  );
  // Settings are read once, so compiling the schema would not pay.
  const read = Settings.safeParse(Object.fromEntries(ours), { jitless: true });
  if (read.success) return read.data;
  throw new SettingsError(read.error.issues.flatMap(mistakesOf));
}

function keySource(key: string | undefined, file: string | undefined, parameter = ''): KeySource {
  if (key !== undefined) return { kind: 'given', reveal: () => key };
  return file === undefined ? { kind: 'parameter', name: parameter } : { kind: 'file', path: file };
}

/** Returns the mistake in a single setting; `null` when it is valid. */
export function mistakeIn(variable: Variable, value: string): string | null {
  const read = Variables.shape[variable].safeParse(value);
  return read.success ? null : (read.error.issues[0]?.message ?? null);
}

/** Returns the mistakes of an issue. Unknown names are mistakes, because a slip would silently leave the default. */
function mistakesOf(issue: z.core.$ZodIssue): readonly SettingMistake[] {
  if (issue.code !== 'unrecognized_keys')
    return [{ variable: String(issue.path[0]), message: issue.message }];
  const names = [...new Set([...Object.keys(Variables.shape), ...addressVariables])].map((name) =>
    name.slice(prefix.length),
  );
  return issue.keys.map((variable) => {
    const meant = closest(variable.slice(prefix.length), names);
    return { variable, message: `is not a setting${meant ? `; did you mean ${prefix}${meant}?` : ''}` };
  });
}
