import * as z from 'zod';
import { type Environment, type KeySource, readVariables } from './environment.ts';
import { drawnSecret, secret } from './secret.ts';
import { wrongSetting } from './settings-error.ts';
import { isSafeAddress, withoutSlash } from './this-machine.ts';

/**
 * The chats whose messages have buttons that give answers. In Slack they replace links, and ask for a confirmation or open a
 * form; in Amazon Q they are added to links.
 */
export type Buttons = { readonly slack: 'asking' | 'form' | null; readonly amazonQ: boolean };

/** The settings of the links that give answers. */
export type AnswerSettings = {
  /** The address of the answer pages, without a slash at its end. */
  readonly address: string;
  /** The secret that seals links. */
  readonly secret: KeySource;
  readonly buttons: Buttons;
};

export const answerVariables = {
  SPENDWATCH_ANSWER_SECRET: drawnSecret.optional(),
  SPENDWATCH_ANSWER_URL: z
    .string()
    .refine(
      isSafeAddress,
      'must look like https://host or https://host/path; plain http is only allowed for this machine',
    )
    .optional(),
  SPENDWATCH_SLACK_SIGNING_SECRET: secret(
    (text) => /^[0-9a-f]{32}$/.test(text),
    'must be the signing secret of the Slack app: 32 hexadecimal digits',
  ).optional(),
  SPENDWATCH_SLACK_BOT_TOKEN: secret(
    (text) => /^xoxb-[\w-]{10,250}$/.test(text),
    'must be the bot token of the Slack app, which begins with xoxb-',
  ).optional(),
  SPENDWATCH_AMAZON_Q_BUTTONS: z.literal('true', 'must be true, or not set').optional(),
};

/** Returns the variables of answers that are set. @throws SettingsError */
export const readAnswerVariables = (environment: Environment) => readVariables(answerVariables, environment);

/** Returns the settings of the links in messages; `null` if messages have none. @throws SettingsError */
export function readAnswerSettings(environment: Environment): AnswerSettings | null {
  const {
    SPENDWATCH_ANSWER_SECRET: key,
    SPENDWATCH_ANSWER_URL: address,
    SPENDWATCH_SLACK_SIGNING_SECRET: signing,
    SPENDWATCH_SLACK_BOT_TOKEN: botToken,
    SPENDWATCH_AMAZON_Q_BUTTONS: amazonQ,
  } = readAnswerVariables(environment);
  if (address === undefined) return null;
  if (key === undefined)
    throw wrongSetting(
      'SPENDWATCH_ANSWER_SECRET',
      'is not set, and SPENDWATCH_ANSWER_URL is: set a secret, or file:/path of a file with one',
    );
  if (botToken !== undefined && signing === undefined)
    throw wrongSetting('SPENDWATCH_SLACK_BOT_TOKEN', 'needs SPENDWATCH_SLACK_SIGNING_SECRET');
  const slack = botToken === undefined ? 'asking' : 'form';
  return {
    address: withoutSlash(address),
    secret: key,
    buttons: { slack: signing === undefined ? null : slack, amazonQ: amazonQ !== undefined },
  };
}
