import { Stack } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import {
  buildPrometheusVariables,
  type DeployedPrometheus,
  readWorkspaceUrl,
} from '../config/deployment/deployed-prometheus.ts';
import { readingParameter } from './reading-permissions.ts';
import type { SpendwatchFunction } from './spendwatch-function.ts';

/** Lets functions query a Prometheus: sets its address, and grants reading its secret or querying its workspace. */
export function askPrometheus(
  scope: Construct,
  functions: readonly SpendwatchFunction[],
  prometheus: DeployedPrometheus,
  encryptedWith?: IKey,
): void {
  const { url, token, password } = prometheus;
  const secret = token ?? password;
  const workspace = readWorkspaceUrl(url);
  for (const each of functions) {
    for (const [variable, value] of Object.entries(buildPrometheusVariables(prometheus)))
      if (value !== undefined) each.leads(variable, value);
    if (secret !== undefined) each.may(...readingParameter(scope, secret, encryptedWith));
    if (workspace !== null) {
      const { region, id } = workspace;
      const of = { service: 'aps', resource: 'workspace', resourceName: id, region };
      each.may({ actions: ['aps:QueryMetrics'], resource: Stack.of(scope).formatArn(of) });
    }
  }
}
