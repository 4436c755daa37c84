import type * as z from 'zod';
import { connectionVariables } from './connection-variables.ts';
import { prometheusVariables } from './prometheus.ts';
import { variables } from './settings.ts';

/** The prefix of the names of all variables. */
export const prefix = 'SPENDWATCH_';

/** Variables that a settings file replaces with lists, or that only functions on AWS have. */
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

/** The variables of the settings of one machine, by the names of the settings in code: "pollInterval". */
export const machineSettings = named(Object.keys(variables).filter((variable) => !others.has(variable)));

/** The variables of a Prometheus, by the names of its settings in code: "gpuQuery". */
export const prometheusSettings = named(Object.keys(prometheusVariables), `${prefix}PROMETHEUS_`);

/** The schemas of variables. */
export const schemas: Readonly<Record<string, z.core.$ZodType>> = variables;
