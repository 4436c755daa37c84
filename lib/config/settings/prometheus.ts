import * as z from 'zod';
import { shortestKey } from '../../model/unsafe-characters.ts';
import { awsRegion } from './aws-endpoint.ts';
import type { KeySource } from './environment.ts';
import { secret } from './secret.ts';
import { isSignalServerUrl, leadsHere } from './this-machine.ts';

/** The names of ready-made sets of queries. */
export const recipes = ['dcgm', 'nvidia-smi', 'opentelemetry', 'node'] as const;
type Recipe = (typeof recipes)[number];

/** A server with the HTTP API of Prometheus, and the queries that spendwatch sends. */
export type PrometheusSettings = {
  readonly url: string;
  readonly auth:
    | { readonly kind: 'none' }
    | { readonly kind: 'token'; readonly token: KeySource }
    | { readonly kind: 'password'; readonly user: string; readonly password: KeySource }
    | { readonly kind: 'aws'; readonly region: string };
  /** The label that names a machine, and the label that names its project. */
  readonly machineLabel: string;
  readonly projectLabel: string | null;
  readonly recipes: readonly Recipe[];
  /** Queries that the user has set, by figure. */
  readonly own: Readonly<Partial<Record<'gpu' | 'gpu-memory' | 'cpu' | 'logins', string>>>;
  /** The units that the user has set, by figure. */
  readonly units: Readonly<Partial<Record<'gpu' | 'cpu', Unit>>>;
};

const password = secret(
  (text) => /^[\x21-\x7e]+$/.test(text) && text.length >= shortestKey,
  `must have at least ${shortestKey} characters, without spaces or line breaks`,
).optional();
const label = z.string().regex(/^[a-zA-Z_]\w{0,99}$/, 'must be the name of a label, such as instance');
/** The units that figures of use may have. */
const Unit = z.enum(['percent', 'ratio']);
type Unit = z.infer<typeof Unit>;
const unit = Unit.optional();
const promql = z.string().max(4_000, 'must have at most 4,000 characters').optional();

export const prometheusVariables = {
  SPENDWATCH_PROMETHEUS_URL: z
    .string()
    .refine(
      isSignalServerUrl,
      'must look like https://host or https://host/path; plain http is only allowed for a private host',
    )
    .optional(),
  SPENDWATCH_PROMETHEUS_TOKEN: password,
  SPENDWATCH_PROMETHEUS_USER: z
    .string()
    .regex(/^[^:\s]{1,200}$/, 'must be a name without colons or spaces, of at most 200 characters')
    .optional(),
  SPENDWATCH_PROMETHEUS_PASSWORD: password,
  SPENDWATCH_PROMETHEUS_REGION: awsRegion.optional(),
  SPENDWATCH_PROMETHEUS_MACHINE: label.optional(),
  SPENDWATCH_PROMETHEUS_PROJECT: label.optional(),
  SPENDWATCH_PROMETHEUS_QUERIES: z
    .string()
    .transform((text, context): Recipe[] => {
      const names = text.split(',').map((name) => name.trim());
      const chosenRecipes = names.flatMap((name) => recipes.filter((recipe) => recipe === name));
      if (text.trim() === 'none' || chosenRecipes.length === names.length) return chosenRecipes;
      context.addIssue(`must be none, or some of ${recipes.join(', ')}, separated by commas`);
      return z.NEVER;
    })
    .optional(),
  SPENDWATCH_PROMETHEUS_GPU_QUERY: promql,
  SPENDWATCH_PROMETHEUS_GPU_MEMORY_QUERY: promql,
  SPENDWATCH_PROMETHEUS_CPU_QUERY: promql,
  SPENDWATCH_PROMETHEUS_LOGINS_QUERY: promql,
  SPENDWATCH_PROMETHEUS_GPU_UNIT: unit,
  SPENDWATCH_PROMETHEUS_CPU_UNIT: unit,
};

const Variables = z.object(prometheusVariables);

/** Returns the mistakes in combinations of variables, each with its variable. */
export function prometheusMistakes(
  all: Partial<z.output<typeof Variables>>,
): [keyof typeof prometheusVariables, string][] {
  const { SPENDWATCH_PROMETHEUS_URL: url, SPENDWATCH_PROMETHEUS_USER: user } = all;
  const ways = [
    all.SPENDWATCH_PROMETHEUS_TOKEN,
    all.SPENDWATCH_PROMETHEUS_PASSWORD,
    all.SPENDWATCH_PROMETHEUS_REGION,
  ].filter((way) => way !== undefined);
  const mistakes: [keyof typeof prometheusVariables, string][] = [];
  const isAnySet = Object.entries(all).some(
    ([name, value]) => name in prometheusVariables && value !== undefined,
  );
  if (url === undefined && isAnySet)
    mistakes.push(['SPENDWATCH_PROMETHEUS_URL', 'is not set: set the address of the Prometheus server']);
  if (ways.length > 1)
    mistakes.push([
      'SPENDWATCH_PROMETHEUS_URL',
      'allows one authentication method: set only one of SPENDWATCH_PROMETHEUS_TOKEN, SPENDWATCH_PROMETHEUS_PASSWORD or SPENDWATCH_PROMETHEUS_REGION',
    ]);
  if (url?.startsWith('http:') && !leadsHere(url) && ways.length > 0)
    mistakes.push(['SPENDWATCH_PROMETHEUS_URL', 'must begin with https:// if a secret is sent to it']);
  if ((user === undefined) !== (all.SPENDWATCH_PROMETHEUS_PASSWORD === undefined))
    mistakes.push(['SPENDWATCH_PROMETHEUS_USER', 'requires SPENDWATCH_PROMETHEUS_PASSWORD']);
  return mistakes;
}

/** Returns the settings of the server; `null` if none is set. */
export function buildPrometheusSettings(all: z.output<typeof Variables>): PrometheusSettings | null {
  const { SPENDWATCH_PROMETHEUS_URL: url } = all;
  if (url === undefined) return null;
  const queries = {
    gpu: all.SPENDWATCH_PROMETHEUS_GPU_QUERY,
    'gpu-memory': all.SPENDWATCH_PROMETHEUS_GPU_MEMORY_QUERY,
    cpu: all.SPENDWATCH_PROMETHEUS_CPU_QUERY,
    logins: all.SPENDWATCH_PROMETHEUS_LOGINS_QUERY,
  };
  const { SPENDWATCH_PROMETHEUS_GPU_UNIT: gpu, SPENDWATCH_PROMETHEUS_CPU_UNIT: cpu } = all;
  return {
    url,
    auth: buildPrometheusAuth(all),
    machineLabel: all.SPENDWATCH_PROMETHEUS_MACHINE ?? 'instance',
    projectLabel: all.SPENDWATCH_PROMETHEUS_PROJECT ?? null,
    recipes: all.SPENDWATCH_PROMETHEUS_QUERIES ?? ['dcgm', 'nvidia-smi', 'opentelemetry'],
    own: Object.fromEntries(Object.entries(queries).filter(([, query]) => query !== undefined)),
    units: { ...(gpu && { gpu }), ...(cpu && { cpu }) },
  };
}

function buildPrometheusAuth(all: z.output<typeof Variables>): PrometheusSettings['auth'] {
  const { SPENDWATCH_PROMETHEUS_USER: user, SPENDWATCH_PROMETHEUS_PASSWORD: secretPart } = all;
  if (all.SPENDWATCH_PROMETHEUS_TOKEN !== undefined)
    return { kind: 'token', token: all.SPENDWATCH_PROMETHEUS_TOKEN };
  if (user !== undefined && secretPart !== undefined) return { kind: 'password', user, password: secretPart };
  return all.SPENDWATCH_PROMETHEUS_REGION === undefined
    ? { kind: 'none' }
    : { kind: 'aws', region: all.SPENDWATCH_PROMETHEUS_REGION };
}
