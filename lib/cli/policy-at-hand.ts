import type { Settings } from '../config/settings/settings.ts';
import { SettingsError } from '../config/settings/settings-error.ts';
import type { Policy } from '../model/rules/policy.ts';
import { type LedgerPlace, readLedger } from '../service/ledger/open-ledger.ts';
import { policyFor } from './configuration.ts';

/**
 * Reads the policy, or returns the last good one, or `null` without any: overrides may be placed from a machine that has
 * none. @throws LedgerError
 */
export async function policyAtHand(
  settings: Pick<Settings, 'policy'>,
  place: LedgerPlace,
  stderr: { write(text: string): unknown },
): Promise<Policy | null> {
  const control = await readLedger(place, (ledger) => ledger.control());
  try {
    const { policy, fault } = await policyFor(settings, control);
    if (fault === null) return policy;
    const isUsed = fault.lastGoodSince !== null;
    const instead = isUsed ? 'The last good policy is used instead.' : 'Protections are not known here.';
    stderr.write(`The policy file is not in force: ${fault.because}. ${instead}\n`);
    return isUsed ? policy : null;
  } catch (error) {
    if (error instanceof SettingsError) return null;
    throw error;
  }
}
