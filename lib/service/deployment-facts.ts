import type { DeploymentFacts, StoredParameter } from '../jobs/doctor/deployment-findings.ts';
import { errorText } from '../jobs/log.ts';
import { stopsByOthers } from '../jobs/queries/stops-by-others.ts';
import { days, earlier, type Instant } from '../model/time/time.ts';
import type { Policy } from '../state/policy.ts';
import { computePolicyNeeds } from '../state/policy-needs.ts';
import { holdsLedger } from './ledger/check-ledger-files.ts';
import { type LedgerPlace, readLedger } from './ledger/open-ledger.ts';

/** Reads the facts of a deployment from its ledger and its AWS account, or returns the reason why they cannot be read. */
export async function deploymentFacts(
  place: LedgerPlace,
  policy: Policy,
  now: Instant,
): Promise<DeploymentFacts> {
  const interval = { from: earlier(now, days(30)), until: now };
  const hasLedger = place.kind === 'table' || (await holdsLedger(place.data).catch(() => false));
  const byOthers =
    hasLedger && computePolicyNeeds(policy).stops
      ? await readLedger(
          place,
          (ledger) => stopsByOthers(ledger, policy, interval),
          () => {},
        ).catch(errorText)
      : null;
  const parameters = place.kind === 'table' ? await storedParameters(place).catch(errorText) : null;
  return { parameters, byOthers };
}

/** Returns the parameters under `/spendwatch`, without their values. */
async function storedParameters({
  profile,
  region,
}: Extract<LedgerPlace, { kind: 'table' }>): Promise<readonly StoredParameter[]> {
  const { paginateDescribeParameters, SSMClient } = await import('@aws-sdk/client-ssm');
  const client = new SSMClient({
    ...(profile && { profile }),
    ...(region && { region }),
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 2_000, requestTimeout: 5_000, throwOnRequestTimeout: true },
  });
  const filters = [{ Key: 'Path', Option: 'Recursive', Values: ['/spendwatch'] }];
  const parameters: StoredParameter[] = [];
  for await (const { Parameters = [] } of paginateDescribeParameters(
    { client },
    { ParameterFilters: filters },
  ))
    for (const { Name = '', Type, KeyId = '' } of Parameters)
      parameters.push({ name: Name, key: Type === 'SecureString' ? KeyId : null });
  client.destroy();
  return parameters;
}
