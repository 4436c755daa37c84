import * as z from 'zod';
import type { ResourceKind } from '../../model/facts/resource.ts';
import { ofKind } from '../../model/of-kind.ts';
import { acts, createRuleSchema, type KindTerms, ofResource } from '../../model/rules/rule-terms.ts';
import { Instant } from '../../model/time/time.ts';
import { Window } from '../../model/time/window.ts';

/** The kinds of resource that can run and be stopped. */
export const scheduledKinds = ['vm', 'machine'] as const satisfies readonly ResourceKind[];

export const ScheduleRule = createRuleSchema('schedule', {
  // There is no cool-off: a resource that someone starts by hand is left alone until its next window.
  mode: acts.mode,
  then: acts.then,
  /** The hours in which it may run. */
  windows: z.array(Window),
});

export type ScheduleRule = z.infer<typeof ScheduleRule>;

export const ScheduleFigures = ofKind('schedule', {
  ...ofResource,
  /** The end of the last window and the beginning of the next; `null` where there is none. */
  endedAt: Instant.nullable(),
  beginsAt: Instant.nullable(),
});

export type ScheduleFigures = z.infer<typeof ScheduleFigures>;

export const scheduleTerms = {
  warnsAtMost: true,
  resources: scheduledKinds,
  steps: ['notify', 'stop', 'power-off', 'start', 'image', 'terminate'],
} satisfies KindTerms<ScheduleRule>;
