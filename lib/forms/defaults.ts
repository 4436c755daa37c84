import type { Mode } from '../model/rules/step.ts';
import { days, hours, minutes, type Span } from '../model/time/time.ts';
import type { BudgetRule } from '../rules/budget/terms.ts';
import type { GuestPing, Logins } from '../rules/idle/terms.ts';

/** The defaults of a policy, as a policy would write them. A test compares them with the tables of docs/rules.md. */
export const defaults = {
  timezone: 'UTC',
  mode: 'observe' satisfies Mode as Mode,
  youngerThan: hours(2),
  caps: { perRun: 5, perDay: 20, share: '25%' },
  inUse: '15%',
  /** The metadata keys that most often name the owner of a resource. */
  attribute: ['team', 'owner', 'purpose', 'env', 'project', 'cost-center'],
  /** The time between repeated notifications of an alert, on a target and on a resource. */
  repeat: { target: '4h', resource: '24h' },
  for: '0m',
  /** How long a step waits for approval. */
  approve: hours(72),
  /** The time between the final notice of a later step and its action. */
  notice: { image: hours(1), terminate: hours(24) },
  budget: {
    thresholds: ['50%', '80%', '100%'],
    stopAfter: '1h',
    coolOff: '24h',
    basis: 'to-date' satisfies BudgetRule['basis'] as BudgetRule['basis'],
  },
  runway: ['72h', '24h', '6h'],
  freshness: { unseen: '15m', spend: '4h' },
  reconcile: { percent: '5%', least: '1 USD', repeat: '24h' },
  /** The detection rates of these values are measured in test/evaluate/anomaly-rates.long.test.ts. */
  anomaly: {
    factor: '1.5x',
    deviations: 4,
    least: '1 USD an hour',
    needs: '48h',
    repeat: 'never',
  },
  idle: {
    gpuWindow: '6h',
    percentile: 97,
    cpuBelow: '10%',
    networkBelow: '10 KiB/s',
    diskBelow: '100 KiB/s',
    gpuBelow: '5%',
    logins: 'counted' satisfies Logins as Logins,
    guestPing: 'answered' satisfies GuestPing as GuestPing,
    coolOff: '24h',
    within: '8h',
    risk: '5%',
  },
  waste: { after: '24h', transitional: '1h' },
  /** For rules that notify each threshold once. */
  commitment: { within: ['30d', '7d', '1d'], repeat: 'never' },
  lifetime: { coolOff: '24h' },
  /** The `for` of rules that do not have one. */
  atOnce: minutes(0),
} as const;

/** The smallest and largest allowed value, inclusive. */
export type Range = { readonly least: Span; readonly most: Span };

export const bounds = {
  /** Shorter windows have too few samples; usage is kept for little more than 30 days. */
  window: { least: minutes(30), most: days(30) },
  /** The time in which a person can read the announcement and deny the action. */
  grace: { least: minutes(15), most: days(30) },
  approve: { least: hours(1), most: days(30) },
  /** The time from the stop of a resource to a later step. */
  late: { least: hours(1), most: days(366) },
  notice: { least: minutes(15), most: days(30) },
  coolOff: { least: minutes(15), most: days(366) },
  youngerThan: { least: minutes(1), most: days(366) },
  olderThan: { least: minutes(1), most: days(3_660) },
  after: { least: minutes(15), most: days(366) },
  for: { least: minutes(0), most: days(7) },
  repeat: { least: minutes(15), most: days(366) },
  within: { least: hours(1), most: days(366) },
  lifetime: { least: minutes(30), most: days(3_660) },
  extend: { least: hours(1), most: days(3_660) },
  keep: { least: minutes(15), most: days(366) },
  runway: { least: minutes(15), most: days(366) },
  unseen: { least: minutes(3), most: days(7) },
  /** A report is normally up to two hours old. */
  report: { least: hours(3), most: days(7) },
  /** Rules on history read a week of hours. */
  needs: { least: hours(24), most: days(7) },
} as const satisfies Record<string, Range>;
