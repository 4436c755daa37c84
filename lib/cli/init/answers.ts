import type { Environment } from '../../config/settings/environment.ts';
import { mistakeIn } from '../../config/settings/settings.ts';
import type { Prompt } from '../prompt.ts';

/** The options of `init`. */
export type InitFlags = {
  readonly cloudUrl?: string;
  readonly keyFile?: string;
  readonly policy?: string;
  readonly timezone: string;
  readonly force?: true;
};

const keyVariables = ['SPENDWATCH_API_KEY', 'SPENDWATCH_API_KEY_FILE', 'SPENDWATCH_KEY_PARAMETER'] as const;

/** Returns the environment overridden by the command line. */
export function withFlags(environment: Environment, { cloudUrl, keyFile, policy }: InitFlags): Environment {
  const withoutKeys = Object.fromEntries(keyVariables.map((variable) => [variable, undefined]));
  return {
    SPENDWATCH_TABLE: 'spendwatch',
    ...environment,
    ...(cloudUrl !== undefined && { SPENDWATCH_CLOUD_URL: cloudUrl }),
    ...(policy !== undefined && { SPENDWATCH_POLICY: policy }),
    ...(keyFile !== undefined && { ...withoutKeys, SPENDWATCH_API_KEY_FILE: keyFile }),
  };
}

export const hasKey = (environment: Environment): boolean =>
  keyVariables.some((variable) => environment[variable]);

/** Prompts for the address if none is set, until it is valid. */
export async function withAddress(given: Environment, prompt: Prompt): Promise<Environment> {
  if (given['SPENDWATCH_CLOUD_URL']) return given;
  for (let question = "Address of the cloud's API: "; ; ) {
    const address = (await prompt.ask(question)).replace(/\/+$/, '');
    const mistake = mistakeIn('SPENDWATCH_CLOUD_URL', address);
    if (mistake === null) return { ...given, SPENDWATCH_CLOUD_URL: address };
    question = `It ${mistake}: `;
  }
}

/** Prompts for the key until it is valid. */
export async function askForKey(given: Environment, prompt: Prompt): Promise<Environment> {
  for (let question = 'API key (not shown): '; ; ) {
    const key = await prompt.askHidden(question);
    const mistake = key === '' ? 'is empty' : mistakeIn('SPENDWATCH_API_KEY', key);
    if (mistake === null) return { ...given, SPENDWATCH_API_KEY: key };
    question = `It ${mistake}: `;
  }
}

/** Asks a yes-or-no question; an empty answer is the default. */
export async function agrees(prompt: Prompt, question: string, byDefault: boolean): Promise<boolean> {
  for (;;) {
    const answer = (await prompt.ask(`${question} [${byDefault ? 'Y/n' : 'y/N'}] `)).toLowerCase();
    if (answer === '') return byDefault;
    if (/^(y|yes)$/.test(answer)) return true;
    if (/^(n|no)$/.test(answer)) return false;
  }
}
