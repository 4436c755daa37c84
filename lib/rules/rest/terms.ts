import type * as z from 'zod';
import { ActionKind } from '../../model/action-kind.ts';
import { ResourceId } from '../../model/ids.ts';
import { ofKind } from '../../model/of-kind.ts';
import { ofResource } from '../../model/rules/rule-terms.ts';
import { Instant } from '../../model/time/time.ts';

/** The figures of a later step, with the time since the resource was stopped. */
export const RestFigures = ofKind('rest', {
  ...ofResource,
  action: ActionKind,
  restsSince: Instant,
  /** The image that was made of it, if any. */
  image: ResourceId.nullable(),
});

export type RestFigures = z.infer<typeof RestFigures>;
