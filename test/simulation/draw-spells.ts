import {
  earlier,
  hours,
  type Instant,
  later,
  milliseconds,
  minutes,
  type Span,
} from '../../lib/model/time.ts';
import type { Random } from './engine/seeded-random.ts';
import type { Scenario } from './scenario.ts';
import { busyStates, type Spell } from './spell.ts';

export type SpellScene = Pick<Scenario, 'start' | 'span' | 'quiet' | 'poll' | 'things' | 'routes'>;

/** Draws what is not as it should be for a while: of each kind something in some seeds; all of it is over before the quiet end. */
export function drawSpells(scene: SpellScene, random: Random): readonly Spell[] {
  const isMeant = (): boolean => random.chance(0.4);
  return [
    ...(isMeant() ? drawBusyMachines(scene, random) : []),
    ...(isMeant() ? several(scene, random, 3, [hours(2), hours(10)]).map(quotaIn(random)) : []),
    ...(isMeant() ? several(scene, random, 3, [hours(1), hours(4)]).map(deafIn(scene, random)) : []),
  ];
}

type Time = { readonly from: Instant; readonly until: Instant };

/** Times that do not overlap, in the order in which they come. */
function several(
  { start, span, quiet }: SpellScene,
  random: Random,
  most: number,
  [least, longest]: readonly [Span, Span],
): readonly Time[] {
  const end = earlier(later(start, span), quiet);
  const times: Time[] = [];
  let from = start;
  for (let left = random.whole(1, most); left > 0; left -= 1) {
    from = later(from, random.span(minutes(5), milliseconds((span - quiet) / most)));
    const until = later(from, random.span(least, longest));
    if (until > end) break;
    times.push({ from, until });
    from = until;
  }
  return times;
}

const drawBusyMachines = (scene: SpellScene, random: Random): readonly Spell[] =>
  scene.things
    .filter(({ kind }) => kind === 'machine' || kind === 'cluster')
    .flatMap(({ kind, project, id }) => {
      const name = kind === 'machine' ? `${project}/${id}` : `${project}/${id}-node`;
      return several(scene, random, 5, [minutes(10), hours(3)]).map(
        (time): Spell => ({ kind: 'busy-machines', ...time, name, state: random.pick(busyStates) }),
      );
    });

const quotaIn =
  (random: Random) =>
  (time: Time): Spell => ({
    kind: 'action-quota',
    ...time,
    retryAfter: random.span(minutes(1), hours(3)),
  });

const deafIn =
  ({ routes }: SpellScene, random: Random) =>
  (time: Time): Spell => ({
    kind: 'deaf-routes',
    ...time,
    route: random.chance(0.7) ? 'sns' : (routes.at(-1) ?? 'sns'),
    isAsked: random.chance(0.5),
  });
