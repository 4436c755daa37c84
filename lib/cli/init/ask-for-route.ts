import { join, resolve } from 'node:path';
import { readAddresses } from '../../config/settings/addresses.ts';
import type { Environment } from '../../config/settings/environment.ts';
import { SettingsError } from '../../config/settings/settings-error.ts';
import type { Process } from '../process.ts';
import type { Prompt } from '../prompt.ts';
import { createFile, exists } from './create-file.ts';
import { agrees } from './prompts.ts';

/** The destination of alerts. */
export type AlertDestination =
  | { readonly over: 'set'; readonly routes: readonly string[] }
  /** To a Slack webhook whose URL is in a file. */
  | { readonly over: 'slack'; readonly variable: string }
  | { readonly over: 'none' };

/**
 * Returns the destination of alerts, and on a terminal asks for a Slack webhook if there is none. The URL is a secret,
 * and is saved in a file that only its owner may read. @throws SettingsError for an invalid route.
 */
export async function askForRoute(
  { stdin, environment }: Pick<Process, 'stdin' | 'environment'>,
  folder: string,
  prompt: Prompt,
): Promise<AlertDestination> {
  const routes = [...readAddresses(environment).keys()];
  if (routes.length > 0) return { over: 'set', routes };
  if (stdin?.isTTY !== true) return { over: 'none' };
  for (let question = 'Slack webhook URL for alerts (not shown; Enter for none): '; ; ) {
    const url = await prompt.askHidden(question);
    if (url === '') return { over: 'none' };
    const mistake = mistakeIn({ SPENDWATCH_SLACK_URL: url });
    if (mistake === null) {
      const path = join(folder, 'spendwatch.slack');
      const isThere = await exists(path);
      if (isThere && !(await agrees(prompt, `Replace the URL in ${path}?`, false))) return { over: 'none' };
      await createFile({ path, text: `${url}\n`, replace: isThere, mode: 0o600 });
      return { over: 'slack', variable: `file:${resolve(path)}` };
    }
    question = `${mistake} (Enter for none): `;
  }
}

/** Returns the mistake in the address of a route, on one line; `null` if there is none. */
function mistakeIn(environment: Environment): string | null {
  try {
    readAddresses(environment);
    return null;
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
    throw error;
  }
}
