import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { readBuiltPolicy } from '../../config/settings/built-policy.ts';
import type { Environment } from '../../config/settings/environment.ts';
import type { LedgerSettings } from '../../config/settings/settings.ts';
import type { Policy } from '../../model/rules/policy.ts';

/** Reads the policy that was built into the code of a function. */
export function builtPolicyOf(environment: Environment, { policy }: Pick<LedgerSettings, 'policy'>): Policy {
  const file = resolve(environment['LAMBDA_TASK_ROOT'] ?? '', policy);
  return readBuiltPolicy(readFileSync(file, 'utf8'));
}
