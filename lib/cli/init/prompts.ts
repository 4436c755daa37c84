import { withAddress } from '../../config/settings/connections.ts';
import type { Environment } from '../../config/settings/environment.ts';
import { findSettingMistake } from '../../config/settings/settings.ts';
import { CloudName } from '../../model/cloud-name.ts';
import { printable } from '../../service/printable.ts';
import type { Prompt } from '../prompt.ts';

/** The options of `init`. */
export type InitFlags = {
  readonly cloud?: CloudName;
  readonly cloudUrl?: string;
  readonly keyFile?: string;
  readonly policy?: string;
  readonly timezone: string;
  readonly force?: true;
};

const keyVariables = ['SPENDWATCH_API_KEY', 'SPENDWATCH_API_KEY_FILE', 'SPENDWATCH_KEY_PARAMETER'] as const;

/** Returns the options as the variables that they override. */
export const variablesOf = ({ cloud, cloudUrl, keyFile, policy }: Partial<InitFlags>): Environment => ({
  ...(cloud !== undefined && { SPENDWATCH_CLOUD: cloud }),
  ...(cloudUrl !== undefined && { SPENDWATCH_CLOUD_URL: cloudUrl }),
  ...(policy !== undefined && { SPENDWATCH_POLICY: policy }),
  ...(keyFile !== undefined && { SPENDWATCH_API_KEY_FILE: keyFile }),
});

/** Returns the environment overridden by the command line. */
export function withFlags(environment: Environment, flags: InitFlags): Environment {
  const { cloud, keyFile } = flags;
  const withoutKeys = Object.fromEntries(keyVariables.map((variable) => [variable, undefined]));
  // The address of one cloud must not be sent the key of another.
  const isOther = cloud !== undefined && cloud !== (environment['SPENDWATCH_CLOUD'] || 'compute');
  return {
    SPENDWATCH_TABLE: 'spendwatch',
    ...environment,
    ...(isOther && { SPENDWATCH_CLOUD_URL: undefined }),
    ...(keyFile !== undefined && withoutKeys),
    ...variablesOf(flags),
  };
}

export const hasKey = (environment: Environment): boolean =>
  keyVariables.some((variable) => environment[variable]);

/** Prompts for the cloud if neither it nor an address is set, and for the address where the cloud has none that all share. */
export async function withCloud(given: Environment, prompt: Prompt): Promise<Environment> {
  const isKnown = given['SPENDWATCH_CLOUD'] || given['SPENDWATCH_CLOUD_URL'];
  const settings = withAddress(isKnown ? given : { ...given, SPENDWATCH_CLOUD: await askForCloud(prompt) });
  if (settings['SPENDWATCH_CLOUD_URL']) return settings;
  for (let question = "Address of the cloud's API: "; ; ) {
    const address = (await prompt.ask(question)).replace(/\/+$/, '');
    const mistake = findSettingMistake('SPENDWATCH_CLOUD_URL', address);
    if (mistake === null) return { ...settings, SPENDWATCH_CLOUD_URL: address };
    question = `It ${mistake}: `;
  }
}

async function askForCloud(prompt: Prompt): Promise<CloudName> {
  for (let question = `Cloud (${CloudName.options.join(' or ')}): `; ; ) {
    const answer = (await prompt.ask(question)).toLowerCase();
    const named = CloudName.safeParse(answer);
    if (named.success) return named.data;
    question = `It ${findSettingMistake('SPENDWATCH_CLOUD', answer)}: `;
  }
}

/** Asks for the key, and says where it is sent: a file of the folder may have set that. */
export const keyQuestion = (address = 'the cloud'): string =>
  `API key for ${printable(address)} (not shown): `;

/** Prompts for the key until it is valid. */
export async function askForKey(given: Environment, prompt: Prompt): Promise<Environment> {
  for (let question = keyQuestion(given['SPENDWATCH_CLOUD_URL']); ; ) {
    const key = await prompt.askHidden(question);
    const mistake = key === '' ? 'is empty' : findSettingMistake('SPENDWATCH_API_KEY', key);
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
