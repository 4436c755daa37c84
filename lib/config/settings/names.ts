import type * as z from 'zod';
import { connectionVariables } from './connection-variables.ts';
import { prometheusVariables } from './prometheus.ts';
import { variables } from './settings.ts';

/** The letters that the names of all variables begin with. */
export const prefix = 'SPENDWATCH_';

/** Variables that the file has as a list instead, or that only a function on AWS has. */
const others: ReadonlySet<string> = new Set([
  ...Object.keys(connectionVariables),
  ...Object.keys(prometheusVariables),
  ...['SETTINGS', 'TABLE', 'TOPIC_ARN', 'POLICY_LOCATION', 'SHARDS', 'DEPLOYMENT'].map(
    (name) => prefix + name,
  ),
]);

const toSettingName = (variable: string, before: string): string =>
  variable
    .slice(before.length)
    .toLowerCase()
    .replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

const named = (all: readonly string[], before = prefix): ReadonlyMap<string, string> =>
  new Map(all.map((variable) => [toSettingName(variable, before), variable]));

/** The variables of the settings of one machine, by the names of these in code: "pollInterval". */
export const machineSettings = named(Object.keys(variables).filter((variable) => !others.has(variable)));

/** The variables of a Prometheus, by the names of its settings in code: "gpuQuery". */
export const prometheusSettings = named(Object.keys(prometheusVariables), `${prefix}PROMETHEUS_`);

/** The schemas of variables. */
export const schemas: Readonly<Record<string, z.core.$ZodType>> = variables;
