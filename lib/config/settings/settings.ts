import * as z from 'zod';
import { closest } from '../../forms/closest.ts';
import { defaultIntervals, type Intervals } from '../../model/time/intervals.ts';
import { hours, minutes, readSpan, type Span } from '../../model/time/time.ts';
import { topic } from '../../routes/sns/settings.ts';
import { addressVariables, isAddressVariable } from './addresses.ts';
import { answerVariables } from './answer-links.ts';
import { connectionVariables, needed, wholeNumber } from './connection-variables.ts';
import { type ConnectionSettings, readConnections } from './connections.ts';
import { type Environment, type KeySource, readVariables } from './environment.ts';
import { LogLevel } from './log-level.ts';
import { PolicyLocationText } from './policy-location.ts';
import { buildPrometheusSettings, prometheusMistakes, prometheusVariables } from './prometheus.ts';
import { buildPushSettings, pushVariables } from './push.ts';
import { orMistakes, type SettingMistake, SettingsError, wrongSetting } from './settings-error.ts';
import { isPageAddress, withoutSlash } from './this-machine.ts';

const prefix = 'SPENDWATCH_';
const defaultPolicy = 'spendwatch.yaml';

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

/** The address of the dashboard, to which messages link. */
export const dashboardAddress = z
  .string()
  .refine(
    isPageAddress,
    'must be the address of the dashboard, such as https://spendwatch.example.com or http://127.0.0.1:8484',
  );

/** The command that starts spendwatch where its messages are read, such as "npx --no-install spendwatch". */
export const startCommand = z
  .string()
  .max(200)
  .refine(
    (text) => /^[^\s`][\x20-\x5f\x61-\x7e]*(?<=\S)$/.test(text),
    'must be the words that start spendwatch, on one line and without back quotes, such as "npx --no-install spendwatch"',
  );

const tableName = {
  pattern: /^[\w.-]{3,255}$/,
  message: 'must be the name of a DynamoDB table: 3 to 255 letters, digits, dots, dashes and underscores',
};

const Variables = z
  .strictObject({
    /** The file of settings, which lists connections; in a function, those of its deployment. */
    SPENDWATCH_SETTINGS: z.string().optional(),
    SPENDWATCH_TABLE: needed('the name of the DynamoDB table').regex(tableName.pattern, tableName.message),
    /** The ledger that commands use: a folder on this machine, or the table of a deployment. */
    SPENDWATCH_DATA: z.string().default('.spendwatch'),
    SPENDWATCH_LEDGER_TABLE: z.string().regex(tableName.pattern, tableName.message).optional(),
    SPENDWATCH_TOPIC_ARN: topic.optional(),
    SPENDWATCH_POLICY: z.string().default(defaultPolicy),
    /** On AWS, the place of a policy that replaces the one of the deployment. */
    SPENDWATCH_POLICY_LOCATION: PolicyLocationText.optional(),
    SPENDWATCH_URL: dashboardAddress.optional(),
    SPENDWATCH_COMMAND: startCommand.optional(),
    SPENDWATCH_SHARDS: wholeNumber(64, 1),
    /** The deployment name of metrics; without it none are written. */
    SPENDWATCH_DEPLOYMENT: z.string().optional(),
    SPENDWATCH_LOG_LEVEL: LogLevel.default('info'),
    SPENDWATCH_POLL_INTERVAL: span(hours(1), minutes(5)),
    SPENDWATCH_SPEND_INTERVAL: span(hours(24), defaultIntervals.spendEvery),
    SPENDWATCH_STORAGE_INTERVAL: span(hours(24), defaultIntervals.storageEvery),
    SPENDWATCH_USAGE_INTERVAL: span(hours(24), defaultIntervals.usageEvery),
    ...prometheusVariables,
    ...pushVariables,
    ...answerVariables,
  })
  .superRefine((all, context) => {
    for (const [variable, message] of prometheusMistakes(all))
      context.addIssue({ code: 'custom', path: [variable], message });
  });

/** Every setting of the environment except the addresses of routes. */
export const variables = { ...Variables.shape, ...connectionVariables };
/** The name of a setting in the environment. */
export type Variable = keyof typeof variables;

const Settings = Variables.transform((all) => ({
  table: all.SPENDWATCH_TABLE,
  data: all.SPENDWATCH_DATA,
  ledgerTable: all.SPENDWATCH_LEDGER_TABLE ?? null,
  topicArn: all.SPENDWATCH_TOPIC_ARN ?? null,
  /** The path of the policy; on AWS relative to the code of the function. */
  policy: all.SPENDWATCH_POLICY,
  policyLocation: all.SPENDWATCH_POLICY_LOCATION ?? null,
  shards: all.SPENDWATCH_SHARDS,
  deployment: all.SPENDWATCH_DEPLOYMENT ?? null,
  logLevel: all.SPENDWATCH_LOG_LEVEL,
  pollInterval: all.SPENDWATCH_POLL_INTERVAL,
  prometheus: buildPrometheusSettings(all),
  push: buildPushSettings(all),
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

/** Reads the address of the dashboard, without a slash at its end; `null` if none is set. @throws SettingsError */
export function readDashboardUrl(environment: Environment): string | null {
  const address = textIn('SPENDWATCH_URL', environment);
  return address === undefined ? null : withoutSlash(address);
}

/** Reads the command that starts spendwatch where its messages are read; `undefined` if none is set. @throws SettingsError */
export const commandIn = (environment: Environment): string | undefined =>
  textIn('SPENDWATCH_COMMAND', environment);

function textIn(variable: Variable, { [variable]: text }: Environment): string | undefined {
  if (!text) return undefined;
  const message = findSettingMistake(variable, text);
  if (message !== null) throw wrongSetting(variable, message);
  return text;
}

/** Returns the secret that signs the tokens of machines. @throws SettingsError */
export function readPushSecret(environment: Environment): KeySource {
  const { SPENDWATCH_PUSH_SECRET: secret } = readVariables(pushVariables, environment);
  if (secret !== undefined) return secret;
  const message = 'is not set: set a secret of 32 characters or more, or file:/path of a file with one';
  throw wrongSetting('SPENDWATCH_PUSH_SECRET', message);
}

/** The settings of programs that call clouds. */
export type ConnectedSettings = Settings & { readonly connections: readonly ConnectionSettings[] };

/**
 * Reads the settings and the connections, some of which a settings file or a deployment may list. @throws SettingsError
 * with every mistake at once.
 */
export function readConnectedSettings(
  environment: Environment,
  listed: readonly ConnectionSettings[] = [],
): ConnectedSettings {
  const connections = orMistakes(() => readConnections(environment, listed));
  const settings = orMistakes(() => readSettings(environment));
  if (!(connections instanceof SettingsError) && !(settings instanceof SettingsError))
    return { ...settings, connections };
  throw new SettingsError(
    [connections, settings].flatMap((read) => (read instanceof SettingsError ? read.mistakes : [])),
  );
}

/** Reads the settings without the connections. @throws SettingsError with every mistake at once. */
export function readSettings(environment: Environment): Settings {
  const ours = Object.entries(environment).filter(
    ([name, value]) =>
      name.startsWith(prefix) &&
      value &&
      !(name in connectionVariables) &&
      (name in Variables.shape || !isAddressVariable(name)),
  );
  // Settings are read once, so compiling the schema would not pay.
  const read = Settings.safeParse(Object.fromEntries(ours), { jitless: true });
  if (read.success) return read.data;
  throw new SettingsError(read.error.issues.flatMap(listIssueMistakes));
}

/** Returns the mistake in a single setting; `null` if it is valid. */
export function findSettingMistake(variable: Variable, value: string): string | null {
  const read = variables[variable].safeParse(value);
  return read.success ? null : (read.error.issues[0]?.message ?? null);
}

/** Returns the mistakes of an issue. Unknown names are mistakes, because a slip would silently leave the default. */
function listIssueMistakes(issue: z.core.$ZodIssue): readonly SettingMistake[] {
  if (issue.code !== 'unrecognized_keys')
    return [{ variable: String(issue.path[0]), message: issue.message }];
  const names = [...new Set([...Object.keys(variables), ...addressVariables])].map((name) =>
    name.slice(prefix.length),
  );
  return issue.keys.map((variable) => {
    const guess = closest(variable.slice(prefix.length), names);
    return { variable, message: `is not a setting${guess ? `; did you mean ${prefix}${guess}?` : ''}` };
  });
}
