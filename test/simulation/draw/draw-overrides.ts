import type { ProjectId } from '../../../lib/model/ids.ts';
import { hours, milliseconds, minutes, type Span } from '../../../lib/model/time/time.ts';
import type { Random } from '../engine/seeded-random.ts';
import type { Answering, OverridePlan, VmPlan } from '../scenario.ts';

export type OverrideInput = {
  readonly span: Span;
  readonly projects: readonly ProjectId[];
  readonly vms: readonly VmPlan[];
  readonly isEventful: boolean;
  readonly isSteep: boolean;
  readonly poll: Span;
};

/** Draws keeps, pauses and orders; some are revoked. */
export const drawOverrides = (context: OverrideInput, random: Random): readonly OverridePlan[] =>
  Array.from({ length: random.pick(howMany(context)) }, (_, index) => {
    const lasts = random.span(minutes(10), context.isSteep ? minutes(50) : hours(8));
    return {
      id: `word-${index}`,
      override: drawOverride(context, random),
      after: drawMoment(context, random),
      lasts,
      withdrawnAfter: random.chance(0.3) ? random.span(minutes(1), lasts) : null,
    };
  });

const howMany = ({ isEventful, isSteep }: OverrideInput): readonly [number, ...number[]] =>
  isSteep ? [12, 24] : isEventful ? [0, 4, 10] : [0, 1, 4, 8];

/** Draws a time; in eventful runs it lies between a poll's decision and its action. */
function drawMoment({ span, poll, isEventful }: OverrideInput, random: Random): Span {
  const after = random.span(milliseconds(0), span);
  if (!isEventful) return after;
  return milliseconds(Math.floor(after / poll) * poll + random.span(milliseconds(1), minutes(4)));
}

function drawOverride(
  { projects: [first, ...others], vms }: OverrideInput,
  random: Random,
): OverridePlan['override'] {
  const project = first === undefined ? 'research' : random.pick([first, ...others]);
  const vm = vms[random.whole(0, Math.max(0, vms.length - 1))];
  const subject = vm === undefined ? `project/${project}/vm/a-vm` : `project/${vm.project}/vm/${vm.id}`;
  const action = random.pick(['stop', 'stop', 'start'] as const);
  const thing = `project/${project}/${random.pick(['machine', 'cluster-machine'] as const)}/thing-${random.whole(0, 1)}`;
  return random.pick<OverridePlan['override']>([
    { kind: 'keep', subject },
    { kind: 'keep', subject: `project/${project}*` },
    { kind: 'pause', project },
    { kind: 'pause' },
    { kind: 'order', action, subject },
    { kind: 'order', action, subject },
    { kind: 'order', action, subject: random.chance(0.5) ? subject : thing },
  ]);
}

/** Draws how people react to announcements. */
export const drawAnswering = (isSteep: boolean, random: Random): Answering => ({
  approve: random.pick([0.4, 0.8]),
  deny: random.pick([0, 0.1, 0.2]),
  within: isSteep ? minutes(16) : random.pick([minutes(8), hours(1), hours(3)]),
});
