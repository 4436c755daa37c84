import * as z from 'zod';
import { prometheusMistakes, prometheusVariables as variables } from '../settings/prometheus.ts';
import { parameterName } from '../settings/secret.ts';

/** The variable that each setting of a stage becomes. */
const variableOf = {
  url: 'SPENDWATCH_PROMETHEUS_URL',
  token: 'SPENDWATCH_PROMETHEUS_TOKEN',
  user: 'SPENDWATCH_PROMETHEUS_USER',
  password: 'SPENDWATCH_PROMETHEUS_PASSWORD',
  machine: 'SPENDWATCH_PROMETHEUS_MACHINE',
  project: 'SPENDWATCH_PROMETHEUS_PROJECT',
  queries: 'SPENDWATCH_PROMETHEUS_QUERIES',
  gpuQuery: 'SPENDWATCH_PROMETHEUS_GPU_QUERY',
  gpuMemoryQuery: 'SPENDWATCH_PROMETHEUS_GPU_MEMORY_QUERY',
  cpuQuery: 'SPENDWATCH_PROMETHEUS_CPU_QUERY',
  loginsQuery: 'SPENDWATCH_PROMETHEUS_LOGINS_QUERY',
  gpuUnit: 'SPENDWATCH_PROMETHEUS_GPU_UNIT',
  cpuUnit: 'SPENDWATCH_PROMETHEUS_CPU_UNIT',
} as const;
const text = z.string().optional();
const unit = z.enum(['percent', 'ratio']).optional();

/** A Prometheus in `cdk.json`. Secrets are in SSM parameters, of which only the names are configured. */
export const DeployedPrometheus = z
  .strictObject({
    url: z.url({ protocol: /^https$/, error: 'must look like https://host or https://host/path' }),
    token: parameterName.optional(),
    user: text,
    password: parameterName.optional(),
    ...{ machine: text, project: text, queries: text },
    ...{ gpuQuery: text, gpuMemoryQuery: text, cpuQuery: text, loginsQuery: text },
    ...{ gpuUnit: unit, cpuUnit: unit },
  })
  .superRefine((prometheus, { addIssue }) => {
    const read = z.object(variables).safeParse(buildPrometheusVariables(prometheus));
    const settings = new Map<string, string>(Object.entries(variableOf).map(([name, key]) => [key, name]));
    const mistakes = read.success
      ? prometheusMistakes(read.data)
      : read.error.issues.map(({ path: [variable = ''], message }) => [String(variable), message] as const);
    for (const [variable, message] of mistakes)
      addIssue({ code: 'custom', path: [settings.get(variable) ?? 'url'], message });
  });
export type DeployedPrometheus = z.infer<typeof DeployedPrometheus>;

/** A workspace of Amazon Managed Service for Prometheus. */
export type Workspace = { readonly region: string; readonly id: string };

/** Returns the workspace at an address; `null` for any other server. */
export function readWorkspaceUrl(url: string): Workspace | null {
  const { hostname, pathname } = new URL(url);
  const [, region] = /^aps-workspaces\.([a-z\d-]+)\.amazonaws\.com$/.exec(hostname) ?? [];
  const [, id] = /^\/workspaces\/(ws-[\w-]+)\/?$/.exec(pathname) ?? [];
  return region === undefined || id === undefined ? null : { region, id };
}

type Variables = z.input<z.ZodObject<typeof variables>>;

/** Returns the environment variables of a function that queries the server. Queries to a workspace are signed. */
export function buildPrometheusVariables(prometheus: DeployedPrometheus): Variables {
  const { token, password, ...others } = prometheus;
  const values = {
    ...others,
    ...(token && { token: `ssm:${token}` }),
    ...(password && { password: `ssm:${password}` }),
  };
  const workspace = readWorkspaceUrl(prometheus.url);
  return {
    ...(workspace && { SPENDWATCH_PROMETHEUS_REGION: workspace.region }),
    ...Object.fromEntries(
      Object.entries(variableOf).flatMap(([name, variable]) => {
        const value = values[name as keyof typeof values];
        return value === undefined ? [] : [[variable, value]];
      }),
    ),
  };
}
