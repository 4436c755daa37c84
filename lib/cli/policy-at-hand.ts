import { PolicyError } from '../config/policy/policy-error.ts';
import { readPolicy } from '../config/policy/read-policy.ts';
import type { Settings } from '../config/settings/settings.ts';
import { SettingsError } from '../config/settings/settings-error.ts';
import type { Policy } from '../model/rules/policy.ts';
import { policyOf } from './configuration.ts';

/** Reads the policy, or returns `null` without a usable one: overrides may be placed from a machine that has none. */
export async function policyAtHand(
  settings: Pick<Settings, 'policy'>,
  stderr: { write(text: string): unknown },
): Promise<Policy | null> {
  try {
    return readPolicy(await policyOf(settings), settings.policy);
  } catch (error) {
    if (error instanceof PolicyError) {
      stderr.write(`The policy is invalid and was ignored:\n${error.message}\n`);
      return null;
    }
    if (error instanceof SettingsError) return null;
    throw error;
  }
}
