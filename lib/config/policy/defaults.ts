import type { BudgetRule } from '../../model/rules/budget-rule.ts';
import type { GuestPing } from '../../model/rules/idle-rule.ts';
import type { Mode } from '../../model/rules/step.ts';
import { days, hours, minutes, type Span } from '../../model/time/time.ts';

/**
 * What holds where a policy says nothing, as a policy would write it: what editors are shown is what is read.
 * The tables of docs/rules.md say the same, and a test compares the two.
 */
export const defaults = {
  timezone: 'UTC',
  mode: 'observe' satisfies Mode as Mode,
  youngerThan: hours(2),
  caps: { perRun: 5, perDay: 20, share: '25%' },
  /** The keys that people most often say with whose a thing is. */
  attribute: ['team', 'owner', 'env', 'project', 'cost-center'],
  /** After how long an alert is said again while it lasts: what is about money or sight, and what is about a resource. */
  repeat: { target: '4h', resource: '24h' },
  for: '0m',
  /** For how long a step waits for a person to approve it. */
  approve: hours(72),
  /** How long before a later step its final notice goes out. */
  notice: { image: hours(1), terminate: hours(24) },
  budget: {
    thresholds: ['50%', '80%', '100%'],
    stopAfter: '1h',
    coolOff: '24h',
    basis: 'projected' satisfies BudgetRule['basis'] as BudgetRule['basis'],
  },
  runway: ['72h', '24h', '6h'],
  freshness: { unseen: '15m', spend: '4h' },
  reconcile: { percent: '5%', least: '1 USD', repeat: '24h' },
  /** What these find, and how soon, is measured in test/evaluate/anomaly-rates.test.ts. */
  anomaly: {
    factor: '1.5x',
    deviations: 4,
    least: '1 USD an hour',
    needs: '48h',
    repeat: 'never',
  },
  idle: {
    percentile: 97,
    cpuBelow: '10%',
    networkBelow: '10 KiB/s',
    diskBelow: '100 KiB/s',
    guestPing: 'answered' satisfies GuestPing as GuestPing,
    coolOff: '24h',
  },
  waste: { after: '24h' },
  /** Each of its times is told, so none is told twice. */
  commitment: { within: ['30d', '7d', '1d'], repeat: 'never' },
  lifetime: { coolOff: '24h' },
  /** For how long a breach must last in a rule that has no `for`. */
  atOnce: minutes(0),
} as const;

/** The least and the most that may be asked for, both allowed. */
export type Range = { readonly least: Span; readonly most: Span };

export const bounds = {
  /** Under half an hour there are too few samples to tell; usage is kept little longer than 30 days. */
  window: { least: minutes(30), most: days(30) },
  /** Time for a person to read the announcement and object. */
  grace: { least: minutes(15), most: days(30) },
  approve: { least: hours(1), most: days(30) },
  /** From when something is at rest to what is done to it then. */
  late: { least: hours(1), most: days(366) },
  notice: { least: minutes(15), most: days(30) },
  coolOff: { least: minutes(15), most: days(366) },
  youngerThan: { least: minutes(1), most: days(366) },
  olderThan: { least: minutes(1), most: days(3_660) },
  after: { least: minutes(15), most: days(366) },
  for: { least: minutes(0), most: days(7) },
  repeat: { least: minutes(15), most: days(366) },
  within: { least: hours(1), most: days(366) },
  lifetime: { least: hours(1), most: days(3_660) },
  runway: { least: minutes(15), most: days(366) },
  unseen: { least: minutes(3), most: days(7) },
  /** A report is up to two hours old in the ordinary way. */
  report: { least: hours(3), most: days(7) },
  /** Rules that go by the past look at a week of all hours. */
  needs: { least: hours(24), most: days(7) },
} as const satisfies Record<string, Range>;
