import { PolicyError } from '../config/policy/policy-error.ts';
import { type PolicyInForce, policyInForce } from '../config/policy/policy-in-force.ts';
import { shownName } from '../config/settings/may-be-key.ts';
import type { Settings } from '../config/settings/settings.ts';
import { SettingsError, wrongSetting } from '../config/settings/settings-error.ts';
import { ApiKeyError } from '../jobs/api-key.ts';
import type { Log } from '../jobs/ports.ts';
import { systemClock } from '../jobs/system-clock.ts';
import { seconds } from '../model/time/time.ts';
import { holdsLedger } from '../service/ledger/check-ledger-files.ts';
import { FolderInUseError } from '../service/ledger/hold-directory.ts';
import { readLedger } from '../service/ledger/open-ledger.ts';
import { type LivePolicy, livePolicy } from '../service/live-policy.ts';
import type { Control } from '../state/control.ts';
import { InterruptedError, untilInterrupted } from './interrupted.ts';
import type { Process } from './process.ts';
import { readPatiently } from './trusted-file.ts';

/** Reports whether an error is a mistake of the user that its message explains. */
export const isMisconfigured = (error: unknown): error is Error =>
  error instanceof SettingsError ||
  error instanceof PolicyError ||
  error instanceof ApiKeyError ||
  error instanceof FolderInUseError;

type Reader = Pick<Process, 'clock' | 'signal'>;
/** The reader for commands that an interruption ends whatever they do. */
const unhurried: Reader = { clock: systemClock, signal: new AbortController().signal };

/**
 * Reads the policy file, which a variable or an option names. @throws SettingsError when it cannot be read. @throws
 * InterruptedError
 */
export async function policyOf(
  { policy }: Pick<Settings, 'policy'>,
  variable = 'SPENDWATCH_POLICY',
  reader = unhurried,
): Promise<string> {
  try {
    return await readPatiently(policy, reader);
  } catch (cause) {
    if (cause instanceof InterruptedError) throw cause;
    const message = `names a file that cannot be read: ${shownName(policy)} (spendwatch init creates one)`;
    throw wrongSetting(variable, message, { cause });
  }
}

/** Follows the policy file, from the last good policy of the folder's ledger on. @throws InterruptedError */
export const followPolicy = (
  self: Pick<Process, 'clock' | 'signal'>,
  settings: Settings,
  data: string,
  log: Log,
): Promise<LivePolicy> => {
  const policy = livePolicy({
    clock: self.clock,
    file: settings.policy,
    read: () => policyOf(settings),
    lastGood: async () => {
      if (!(await holdsLedger(data))) return null;
      const place = { kind: 'folder', data, table: settings.table } as const;
      return (await readLedger(place, ({ control }) => control())).policy?.text ?? null;
    },
    log,
  });
  return untilInterrupted(self, seconds(0), policy);
};

/** Returns the policy for readers: that of the file, or the last good one. @throws SettingsError */
export const policyFor = (
  settings: Pick<Settings, 'policy'>,
  control: Pick<Control, 'policy'>,
): Promise<PolicyInForce> =>
  policyInForce({ file: settings.policy, read: () => policyOf(settings) }, control);
