import * as z from 'zod';
import { ResourceKind } from '../facts/resource.ts';
import { RuleName } from '../ids.ts';
import { Span } from '../time/time.ts';
import { Mode, NotifyStep, Step } from './step.ts';

/** Which targets and resources a rule is about; whatever is left out matches everything. */
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
  /** Older than this; what does not say how old it is does not match. */
  olderThan: Span.optional(),
  metadata: z.record(z.string(), z.string()).optional(),
});
export type Match = z.infer<typeof Match>;

/** What every rule says of itself. */
export const about = { name: RuleName, match: Match };

/** What a rule says that may act. */
export const acts = {
  mode: Mode,
  /** How long what someone started again after a stop is left alone. */
  coolOff: Span,
  then: z.array(Step),
};

/** What a rule says that only tells. */
export const tells = { then: z.array(NotifyStep) };

/** When a breach is worth a word. */
export const terms = {
  /** How long it must last before it is said. */
  for: Span,
  /** After how long it is said again while it lasts; `null` for never. */
  repeat: Span.nullable(),
};
