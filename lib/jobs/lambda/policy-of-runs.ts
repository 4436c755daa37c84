import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { readBuiltPolicy } from '../../config/deployment/built-policy.ts';
import type { Environment } from '../../config/settings/environment.ts';
import { readPolicyLocation } from '../../config/settings/policy-location.ts';
import type { LedgerSettings } from '../../config/settings/settings.ts';
import type { Policy } from '../../state/policy.ts';
import { forgetLocation, policyAtLocation, type RunPolicy } from '../policy/policy-at-location.ts';
import type { ActPorts, WatchPorts } from '../ports.ts';
import { processCredentials } from './credentials.ts';
import { policyReader } from './policy-reader.ts';

type PolicySettings = Pick<LedgerSettings, 'policy' | 'policyLocation'>;

/** Reads the policy that was built into the code of a function. */
function readBuiltPolicyFile(environment: Environment, { policy }: PolicySettings): Policy {
  const file = resolve(environment['LAMBDA_TASK_ROOT'] ?? '', policy);
  return readBuiltPolicy(readFileSync(file, 'utf8'));
}

/**
 * Reads the built policy, and returns a function that returns the policy of a run: the built one, or the one that `act`
 * recorded last if the settings name a location.
 */
export function recordedPolicy(
  environment: Environment,
  settings: PolicySettings,
): (ports: Pick<WatchPorts, 'ledger' | 'log'>) => Promise<Policy> {
  const builtIn = readBuiltPolicyFile(environment, settings);
  if (settings.policyLocation === null) return async () => builtIn;
  return policyAtLocation(settings.policyLocation, builtIn).recorded;
}

/** The checks of a policy; both throw a SettingsError if it does not fit the deployment. */
export type PolicyChecks = {
  /** Checks the built policy, which was checked more strictly when it was deployed. */
  readonly checkBuilt: (policy: Policy) => void;
  readonly checkFound: (policy: Policy) => void;
};

/**
 * Returns a function that returns the policy of a run of `act`: it reads the location that the settings name, and records
 * a new version. It throws a SettingsError if a built-in policy fails the check.
 */
export function adoptedPolicy(
  environment: Environment,
  settings: PolicySettings,
): (ports: Pick<ActPorts, 'ledger' | 'log' | 'clock'>, checks: PolicyChecks) => Promise<RunPolicy> {
  const builtIn = readBuiltPolicyFile(environment, settings);
  if (settings.policyLocation === null)
    return async (ports, { checkBuilt }) => {
      checkBuilt(builtIn);
      await forgetLocation(ports);
      return { policy: builtIn, policyFault: null };
    };
  const location = readPolicyLocation(settings.policyLocation);
  const read = policyReader(location, environment, processCredentials(environment));
  const { adopted } = policyAtLocation(location.text, builtIn);
  return (ports, { checkFound }) => adopted(ports, read, checkFound);
}
