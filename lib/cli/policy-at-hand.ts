import { PolicyError } from '../config/policy/policy-error.ts';
import { faultInWords, readRecordedPolicy } from '../config/policy/policy-in-force.ts';
import { readPolicy } from '../config/policy/read-policy.ts';
import type { Settings } from '../config/settings/settings.ts';
import { SettingsError } from '../config/settings/settings-error.ts';
import { type LedgerPlace, readLedger } from '../service/ledger/open-ledger.ts';
import type { Policy } from '../state/policy.ts';
import { policyOf } from './configuration.ts';

/**
 * Reads the policy, or returns the last good one, or `null` without any: overrides may be placed from a machine without
 * a policy. @throws LedgerError
 */
export async function policyAtHand(
  settings: Pick<Settings, 'policy'>,
  place: LedgerPlace,
  stderr: { write(text: string): unknown },
): Promise<Policy | null> {
  try {
    return readPolicy(await policyOf(settings), settings.policy);
  } catch (error) {
    if (!(error instanceof PolicyError || error instanceof SettingsError)) throw error;
    const { policy: lastGood } = await readLedger(place, (ledger) => ledger.control());
    const policy = lastGood && readRecordedPolicy(lastGood.text);
    if (policy === null && error instanceof SettingsError) return null;
    const instead =
      policy === null ? 'Protections are not known here.' : 'The last good policy is used instead.';
    const because = faultInWords(error, settings.policy);
    stderr.write(`The policy file is not in force: ${because}. ${instead}\n`);
    return policy;
  }
}
