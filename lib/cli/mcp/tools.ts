import * as z from 'zod';
import { alertColumns } from '../../views/columns/alert-columns.ts';
import { budgetColumns } from '../../views/columns/budget-columns.ts';
import { listColumnNames } from '../../views/columns/column.ts';
import { idleColumns, unjudgedColumns } from '../../views/columns/idle-columns.ts';
import { wasteColumns } from '../../views/columns/waste-columns.ts';
import { addExplain } from '../commands/explain.ts';
import { addOverride } from '../commands/override.ts';
import type { AddCommand } from '../process.ts';
import { addAlerts } from '../reading/alerts.ts';
import { addBudgets } from '../reading/budgets.ts';
import { addIdle } from '../reading/idle.ts';
import { addSavings } from '../reading/savings.ts';
import { addSpend } from '../reading/spend.ts';
import { addStatus } from '../reading/status.ts';
import { addWaste } from '../reading/waste.ts';

const option = (about: string) => z.string().max(200).optional().describe(about);
const project = option('Only projects whose names match this glob');
const period = {
  month: option('A calendar month, such as 2026-11'),
  from: option('The start: a day or an RFC 3339 time'),
  until: option('The end, exclusive: a day or an RFC 3339 time'),
  last: option('A period up to now, such as 24h or 7d'),
};
const overriding = {
  asked: z.string().min(1).max(500),
  for: option('The duration, such as 24h or 7d. Default: 24h'),
  reason: z.string().min(1).max(200).describe('The reason to record, on one line'),
};

const cell = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const record = z.record(z.string(), z.json());
const records = z.array(record);
/** Rows with these columns: money as exact decimal text in USD, rates in USD an hour, times as RFC 3339. */
const rows = (columns: Parameters<typeof listColumnNames<never>>[0]) => recordsWith(listColumnNames(columns));
const recordsWith = (names: readonly string[]) =>
  z.array(z.object(Object.fromEntries(names.map((name) => [name, cell]))));
const asOf = { asOf: z.string() };
const interval = { from: z.string(), until: z.string() };

/** A command as a tool. Its result is the output of `--json`. */
export type Tool = {
  readonly name: string;
  readonly about: string;
  readonly add: AddCommand;
  /** The name of the command, if it differs from that of the tool. */
  readonly command?: string;
  /** The input fields: each becomes the option of its name; `asked` is the argument. */
  readonly input: z.ZodRawShape;
  readonly output: z.ZodRawShape;
  /** Turns a document that is a list into an object, or selects a part of it. */
  readonly result?: (document: unknown) => object;
};

const forecastNames = listColumnNames(budgetColumns).filter((name) =>
  /^(rule|subject|period|from|until|spent|limit|forecast.*|because)$/.test(name),
);
const Budgets = z.object({ ...asOf, budgets: recordsWith(forecastNames) });

export const readTools: readonly Tool[] = [
  {
    name: 'status',
    about: 'Spend this month, burn rate, credit, alerts, pending actions and blind spots',
    add: addStatus,
    input: {},
    output: {
      ...asOf,
      ...{ seenAt: z.string().nullable(), blindBecause: z.string().nullable(), currency: z.literal('USD') },
      ...{ whole: record, notices: records, targets: records, waiting: records, blindSpots: records },
      ...{ budgets: rows(budgetColumns), alerts: rows(alertColumns) },
    },
  },
  {
    name: 'spend',
    about: 'What was spent in a period, by project, kind, gpu, creator, resource or metadata',
    add: addSpend,
    input: { ...period, by: option('Dimensions, separated by commas. Default: project'), project },
    output: {
      ...interval,
      ...{
        currency: z.literal('USD'),
        total: z.string(),
        estimated: z.string(),
        rows: records,
        beyondHours: z.string(),
        unknown: records,
      },
      ...{ unpricedSeconds: z.number(), coverage: records },
    },
  },
  {
    name: 'idle',
    about: 'Idle VMs with their cost and, listed separately, VMs that are suspect or cannot be judged',
    add: addIdle,
    input: { project },
    output: {
      ...asOf,
      ...{ idle: rows(idleColumns), suspect: rows(idleColumns), unknown: rows(idleColumns), inUse: records },
      unjudged: rows(unjudgedColumns),
    },
  },
  {
    name: 'waste',
    about: 'What is paid for but not used: stopped VMs, detached volumes, spare capacity',
    add: addWaste,
    input: { project },
    output: { ...asOf, waste: rows(wasteColumns) },
  },
  {
    name: 'alerts',
    about: 'Pending and firing alerts, with their reason, start and next step',
    add: addAlerts,
    input: { rule: option('Only rules whose names match this glob') },
    output: { ...asOf, alerts: rows(alertColumns) },
  },
  {
    name: 'budgets',
    about: 'Each budget with its spend, limit and forecast, worst first',
    add: addBudgets,
    input: { project },
    output: { ...asOf, budgets: rows(budgetColumns) },
  },
  {
    name: 'forecast',
    about: 'Where the period of each budget is expected to end, with its 80 % interval',
    add: addBudgets,
    command: 'budgets',
    input: { project },
    output: { ...asOf, forecasts: recordsWith(forecastNames) },
    result: (document) => {
      const { budgets: forecasts, ...others } = Budgets.parse(document);
      return { ...others, forecasts };
    },
  },
  {
    name: 'savings',
    about: 'Charges that actions ended or avoided in a period, as measured, and those that continued',
    add: addSavings,
    input: period,
    output: {
      ...interval,
      ...{ spanSeconds: z.number().nullable(), watchedSeconds: z.number().nullable() },
      ...{ totals: record, rows: records },
    },
  },
  {
    name: 'explain',
    about: 'Why spendwatch did or did not alert on a subject: facts, verdicts and alerts, rule by rule',
    add: addExplain,
    input: {
      asked: z
        .string()
        .min(1)
        .max(500)
        .describe('A project, account, group or resource, such as lab/train-7b'),
      rule: option('Only this rule'),
    },
    output: { explanations: records },
    result: (document) => ({ explanations: document }),
  },
];

/** The tools that write: none raises charges or affects a machine, and every effect ends by itself. */
export const writeTools: readonly Tool[] = [
  {
    name: 'keep',
    about: 'Protect a resource, a project or a glob of resources from all actions for a time',
    add: addOverride,
    input: overriding,
    output: { outcome: record },
    result: (document) => ({ outcome: document }),
  },
  {
    name: 'silence',
    about: 'Mute alerts (a rule, "rule/subject" or "*/subject") for a time; no action is taken for them',
    add: addOverride,
    input: overriding,
    output: { outcome: record },
    result: (document) => ({ outcome: document }),
  },
];
