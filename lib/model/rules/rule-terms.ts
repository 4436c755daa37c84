import * as z from 'zod';
import type { Fact } from '../facts/fact.ts';
import { ResourceKind } from '../facts/resource.ts';
import { RuleName } from '../ids.ts';
import { StoredPrice } from '../money/money.ts';
import { type Instant, Span } from '../time/time.ts';
import { Mode, NotifyStep, Step } from './step.ts';

/** The targets and resources that a rule applies to. An absent field matches everything. */
export const Match = z.strictObject({
  /** Glob over names of connections; the unnamed connection has an empty one. */
  connection: z.string().optional(),
  /** Glob over project ids. */
  project: z.string().optional(),
  account: z.string().optional(),
  kind: ResourceKind.optional(),
  id: z.string().optional(),
  /** Glob over the names that people give resources; over ids where a resource has no other name. */
  name: z.string().optional(),
  gpus: z.number().int().optional(),
  gpuModel: z.string().optional(),
  dataCenter: z.string().optional(),
  createdBy: z.string().optional(),
  /** The minimum age. A resource of unknown age does not match. */
  olderThan: Span.optional(),
  metadata: z.record(z.string(), z.string()).optional(),
});
export type Match = z.infer<typeof Match>;

/** The fields of every rule. */
export const about = { name: RuleName, match: Match };

/** The fields of rules with actions. */
export const acts = {
  mode: Mode,
  /** The time for which a resource is left alone that someone started again after a stop. */
  coolOff: Span,
  then: z.array(Step),
};

/** The fields of rules that only alert. */
export const tells = { then: z.array(NotifyStep) };

/** Returns the schema of a rule of one kind, with the terms for notifying a breach. */
export const createRuleSchema = <Kind extends string, Shape extends z.ZodRawShape>(
  kind: Kind,
  shape: Shape,
) =>
  z.strictObject({
    kind: z.literal(kind),
    ...about,
    /** The time that a breach must last before the alert fires. */
    for: Span,
    /** The interval of reminders while the alert lasts; `null` for never. */
    repeat: Span.nullable(),
    ...shape,
  });

/** The hourly cost of a resource now; `null` when the platform reports no price. */
export const ofCost = {
  price: StoredPrice.nullable(),
  /** True if the price is an estimate: it is not quoted, or the resource is not listed and not proven to be gone. */
  isEstimate: z.literal(true).optional(),
};

/** The figures of rules on a single resource: the resource and its cost. */
export const ofResource = { ...ofCost, state: z.string() };

/** Returns the reported spend that a rule on spend needs. */
export const getReportedSpendFact = ({ match }: { readonly match: Match }): Fact =>
  match.account === undefined ? 'reported spend of projects' : 'reported spend of accounts';

/** The data that a rule needs in addition to what every poll reads. An absent field is not needed. */
export type Needs = {
  /** The number of closed days of spend before today. */
  readonly days?: number;
  /** True if it needs the closed hours of the past weeks. */
  readonly hours?: true;
  /** The time that usage samples must reach back. */
  readonly samples?: Span;
  /** True if it needs the use of VMs over weeks. */
  readonly weeks?: boolean;
  /** The facts of its cloud that it needs, in addition to those for its match and its samples. */
  readonly facts?: readonly Fact[];
};

/** The fixed properties of a kind of rule. */
export type KindTerms<R, F = never> = {
  /** The kinds of resources that it judges; `null` for a rule on targets. */
  readonly resources: readonly ResourceKind[] | null;
  /** The kinds of steps that it supports. */
  readonly steps: readonly Step['kind'][];
  readonly needs?: (rule: R) => Needs;
  /**
   * Returns the time when the platform deletes the resources that its figures are about; `null` when it deletes none.
   */
  readonly lostAt?: (figures: F) => Instant | null;
  /** True if its alerts matter less than the end of an account's credit. */
  readonly yieldsToRunway?: true;
  /** True if it notifies once unless it sets `repeat` itself. */
  readonly notifiesOnce?: true;
  /** True if nobody is notified of its alerts on resources that people keep. */
  readonly sparesKept?: true;
  /** True if its alerts may begin below the severity warning. */
  readonly startsAsInfo?: true;
  /** True if its alerts are warnings at most, unless a step makes them critical. */
  readonly warnsAtMost?: true;
  /** True if its alerts are about monitoring itself, so that no charge continues while they last. */
  readonly isOnMonitoring?: true;
};
