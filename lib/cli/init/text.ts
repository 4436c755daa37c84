import type { KeySource } from '../../config/settings/environment.ts';
import { blindSpotInWords } from '../../service/blind-spots.ts';
import { printable } from '../../service/marks.ts';
import { unsupportedInWords } from '../../service/newly-unsupported.ts';
import type { Survey } from './survey.ts';
import { surveyInWords } from './survey-in-words.ts';

/** What was found, and what could not be looked at. */
export function foundInWords(found: Survey): string {
  const lines = [
    ...surveyInWords(found),
    ...found.unsupportedParts.map(unsupportedInWords),
    ...found.unseen.map((spot) => `not seen: ${blindSpotInWords(spot)}`),
  ];
  return `Found:\n${lines.map((line) => `  ${printable(line)}\n`).join('')}\n`;
}

export type Next = {
  readonly cloudUrl: string;
  readonly policy: string;
  readonly rules: number;
  readonly key: KeySource;
  /** Whether another key is set to act with. */
  readonly actsWithAnother: boolean;
};

const command = 'npx spendwatch';

/** What to do after the policy was written. */
export function nextInWords({ cloudUrl, policy, rules, key, actsWithAnother }: Next): string {
  const keySetting =
    key.kind === 'file'
      ? `SPENDWATCH_API_KEY_FILE=${shellWord(key.path)}`
      : 'SPENDWATCH_API_KEY_FILE=...   # a file with the key in it that only you may read (chmod 600)';
  const keys = actsWithAnother
    ? ''
    : `\nOne key watches and acts. A viewer's is enough to watch; SPENDWATCH_ACT_KEY_FILE gives another to act.\n`;
  return `Wrote ${policy}: ${rules} rules, in mode observe. They tell what they find, and nothing is stopped.
Read it, set the budgets to what you mean to spend, then:

  export SPENDWATCH_CLOUD_URL=${shellWord(cloudUrl)}
  export SPENDWATCH_POLICY=${shellWord(policy)}
  export ${keySetting}
  ${command} doctor   # what can and cannot be watched with this key and this policy
  ${command} once     # one pass, now
  ${command} run      # a pass every 5 minutes, until it is stopped
${keys}`;
}

const shellWord = (text: string): string =>
  /^[\w./:@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
