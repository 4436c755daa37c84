import { getCloudProfile } from '../../clouds/profiles.ts';
import type { ConnectionSettings } from '../../config/settings/connections.ts';
import type { KeySource } from '../../config/settings/environment.ts';
import { assertNever } from '../../model/assert-never.ts';
import { shellWord } from '../../notify/parts/commands.ts';
import { failedPartInWords } from '../../service/failed-parts.ts';
import { unsupportedInWords } from '../../service/newly-unsupported.ts';
import { printable } from '../../service/printable.ts';
import { envFile } from '../env-file.ts';
import type { AlertDestination } from './ask-for-route.ts';
import type { Survey } from './survey.ts';
import { dearestInWords, surveyInWords } from './survey-in-words.ts';

/** Describes a survey and its blind spots. */
export function foundInWords(survey: Survey): string {
  const lines = [
    ...surveyInWords(survey),
    ...dearestInWords(survey),
    ...survey.unsupportedParts.map(unsupportedInWords),
    ...survey.failedParts.map((spot) => `not polled: ${failedPartInWords(spot)}`),
  ];
  return `Found:\n${lines.map((line) => `  ${printable(line)}\n`).join('')}\n`;
}

export type InitResult = {
  readonly connection: Pick<ConnectionSettings, 'cloud' | 'address'>;
  readonly policy: string;
  readonly rules: number;
  readonly key: KeySource;
  /** True if a separate key is set for actions. */
  readonly actsWithAnother: boolean;
  readonly alerts: AlertDestination;
  /** True if the settings were written into the file that commands in this folder read. */
  readonly isKept: boolean;
  /** True if that file was there already, and holds something else. */
  readonly isOther: boolean;
  /** The folder of the documents. */
  readonly docs: string;
};

/** Describes the next steps after the policy was written. */
export function nextInWords({
  connection,
  policy,
  rules,
  key,
  actsWithAnother,
  alerts,
  isKept,
  isOther,
  docs,
}: InitResult): string {
  const exports = isKept
    ? []
    : settingsOf({ connection, policy, key, alerts }).map((line) => `  export ${line}\n`);
  const remark = isKept ? ` The settings are in ${envFile}, which the commands read in this folder.` : '';
  const other = isOther
    ? `${envFile} in this folder already holds other settings and was not changed. Add these settings to that file:\n\n`
    : '';
  const keys = actsWithAnother
    ? ''
    : `\nOne API key is used to monitor and to act. A viewer key is enough to monitor; SPENDWATCH_ACT_KEY_FILE${isKept ? ` in ${envFile}` : ''} sets a separate key for actions.\n`;
  return `Wrote ${policy}: ${rules} rules, in mode observe: they alert, and nothing is stopped.${remark}
Review the policy, set the budgets to your planned spend, then:

${other}${exports.join('')}  spendwatch doctor   # check what can be monitored with this key and policy
  spendwatch once     # one pass, now
  spendwatch run      # a pass every 5 minutes, until it is stopped

${alertsInWords(alerts, docs)}
${keys}`;
}

/** Returns the settings that differ from their defaults, each with its value. */
export function settingsOf({
  connection: { cloud, address },
  policy,
  key,
  alerts,
}: Pick<InitResult, 'connection' | 'policy' | 'key' | 'alerts'>): string[] {
  return [
    ...(cloud === 'compute' ? [] : [`SPENDWATCH_CLOUD=${cloud}`]),
    ...(address === getCloudProfile(cloud).address ? [] : [`SPENDWATCH_CLOUD_URL=${shellWord(address)}`]),
    `SPENDWATCH_POLICY=${shellWord(policy)}`,
    key.kind === 'file'
      ? `SPENDWATCH_API_KEY_FILE=${shellWord(key.path)}`
      : 'SPENDWATCH_API_KEY_FILE=...   # a file with the key, readable only by you (chmod 600)',
    ...(alerts.over === 'slack' ? [`SPENDWATCH_SLACK_URL=${shellWord(alerts.variable)}`] : []),
  ];
}

function alertsInWords(alerts: AlertDestination, docs: string): string {
  switch (alerts.over) {
    case 'set':
      return `Alerts go over ${alerts.routes.join(', ')}; spendwatch test-alert sends a test message.`;
    case 'slack':
      return 'Alerts go to Slack. Keep the file with the URL of the webhook out of version control.';
    case 'none':
      return `No route is set: alerts are printed where spendwatch runs, and reach nobody else. ${docs}/routes.md describes Slack, e-mail, webhooks and SNS.`;
    default:
      return assertNever(alerts);
  }
}
