import { PolicyError } from '../config/policy/policy-error.ts';
import { readPolicy } from '../config/policy/read-policy.ts';
import type { Settings } from '../config/settings/settings.ts';
import { SettingsError } from '../config/settings/settings-error.ts';
import type { Policy } from '../model/rules/policy.ts';
import { policyOf } from './configuration.ts';

/** The policy, for what goes on without one: whoever answers may sit elsewhere than where it lies. */
export async function policyAtHand(
  settings: Pick<Settings, 'policy'>,
  stderr: { write(text: string): unknown },
): Promise<Policy | null> {
  try {
    return readPolicy(await policyOf(settings), settings.policy);
  } catch (error) {
    if (error instanceof PolicyError) {
      stderr.write(`The policy here cannot be used, so it is left aside:\n${error.message}\n`);
      return null;
    }
    if (error instanceof SettingsError) return null;
    throw error;
  }
}
