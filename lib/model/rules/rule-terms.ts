import * as z from 'zod';
import { ResourceKind } from '../facts/resource.ts';
import { RuleName } from '../ids.ts';
import { StoredPrice } from '../money/money.ts';
import { Span } from '../time/time.ts';
import { Mode, NotifyStep, Step } from './step.ts';

/** The targets and resources that a rule applies to. An absent field matches everything. */
export const Match = z.strictObject({
  /** Glob over project ids. */
  project: z.string().optional(),
  account: z.string().optional(),
  kind: ResourceKind.optional(),
  id: z.string().optional(),
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
export const ruleOf = <Kind extends string, Shape extends z.ZodRawShape>(kind: Kind, shape: Shape) =>
  z.strictObject({
    kind: z.literal(kind),
    ...about,
    /** The time that it must last before the alert fires. */
    for: Span,
    /** The interval of reminders while it lasts; `null` for never. */
    repeat: Span.nullable(),
    ...shape,
  });

/** The figures of rules on a single resource: the resource and its price. */
export const ofResource = { price: StoredPrice.nullable(), state: z.string() };
