import type { Step } from '../../../lib/model/rules/step.ts';
import { hours, milliseconds, minutes, type Span } from '../../../lib/model/time/time.ts';
import type { Random } from '../engine/seeded-random.ts';

export type StepInput = {
  readonly isEventful: boolean;
  readonly isSteep: boolean;
  /** The stops that the rule may make, and whether it starts resources again. */
  readonly rests: readonly ('stop' | 'power-off')[];
  readonly starts: boolean;
  /** The least time from the announcement to the stop. */
  readonly after: Span;
};

/** Draws all steps of a rule, or the first ones. Most are enforced, some only observed, some need approval. */
export function drawSteps(context: StepInput, random: Random): Step[] {
  const { isSteep, rests, starts, after } = context;
  const steps: Step[] = rests.map((kind) => ({ kind, after, ...terms(random) }));
  if (random.chance(0.3))
    steps.unshift({ kind: 'notify', after: random.pick([minutes(40), hours(3)]), severity: 'critical' });
  if (starts && random.chance(0.6)) return [...steps, { kind: 'start', ...terms(random), approve: null }];
  return isSteep || random.chance(0.75) ? [...steps, ...drawEnd(context, random)] : steps;
}

/** Draws the image and the deletion after it; sometimes there is no image. */
export function drawEnd(
  { isEventful, isSteep }: Pick<StepInput, 'isEventful' | 'isSteep'>,
  random: Random,
): Step[] {
  const late = (from: Span, to: Span) => ({
    after: random.span(from, to),
    notice: isEventful ? random.span(minutes(2), minutes(15)) : random.span(minutes(15), hours(1)),
    ...terms(random),
  });
  const [lower, upper] = isSteep
    ? [minutes(25), minutes(50)]
    : isEventful
      ? [minutes(60), minutes(150)]
      : [hours(6), hours(12)];
  const image = late(isEventful ? minutes(15) : minutes(50), lower);
  const needsImage = random.chance(0.75);
  const last = late(milliseconds(lower + minutes(1)), upper);
  const end: Step[] = needsImage || random.chance(0.3) ? [{ kind: 'image', ...image }] : [];
  if (random.chance(0.8)) end.push({ kind: 'terminate', ...last, needsImage });
  return end;
}

const terms = (random: Random): { mode: 'observe' | 'enforce'; approve: Span | null } => ({
  mode: random.chance(0.92) ? 'enforce' : 'observe',
  approve: random.chance(0.18) ? milliseconds(random.span(minutes(30), hours(6))) : null,
});
