import type { ProjectId } from '../../../lib/model/ids.ts';
import { hours, milliseconds, minutes, type Span } from '../../../lib/model/time/time.ts';
import type { AlertMatch } from '../../../lib/state/override.ts';
import type { Random } from '../engine/seeded-random.ts';
import type { SilencePlan } from '../scenario.ts';
import { ruleNames } from './draw-rules.ts';

/** Draws silences; some are revoked. */
export const drawSilences = (
  span: Span,
  projects: readonly ProjectId[],
  random: Random,
): readonly SilencePlan[] =>
  Array.from({ length: random.pick([0, 1, 3, 6]) }, (_, index) => {
    const lasts = random.span(minutes(10), hours(12));
    return {
      id: `silence-${index}`,
      alerts: drawMatch(projects, random),
      after: random.span(milliseconds(0), span),
      lasts,
      withdrawnAfter: random.chance(0.4) ? random.span(minutes(1), lasts) : null,
    };
  });

function drawMatch([first, ...others]: readonly ProjectId[], random: Random): AlertMatch {
  const project = first === undefined ? 'research' : random.pick([first, ...others]);
  return random.pick<AlertMatch>([
    { rule: random.pick(ruleNames) },
    { rule: random.pick(ruleNames) },
    { subject: `project/${project}*` },
    { subject: 'account/*', rule: random.pick(ruleNames) },
    { match: { project } },
    { match: { kind: 'vm', id: random.pick(['a*', 'b-vm']) } },
    {},
  ]);
}
