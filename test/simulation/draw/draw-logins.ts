import { earlier, hours, later, milliseconds, minutes } from '../../../lib/model/time/time.ts';
import type { Random } from '../engine/seeded-random.ts';
import { isCalm, type Scenario } from '../scenario.ts';

/** The seeds in which a source reports who is logged in. */
export const hasLogins = (seed: number): boolean => seed % 7 === 4;

/**
 * Draws a source that reports who is logged in on some VMs: people come and go; the source cannot be read for a while, by
 * both jobs or one; and agents fall silent for longer than any window, some for good.
 */
export function withLogins(scenario: Scenario, random: Random): Scenario {
  const { start, span, quiet, vms } = scenario;
  if (isCalm(scenario)) return scenario;
  const end = earlier(later(start, span), quiet);
  const within = () => later(start, random.span(minutes(5), milliseconds(span)));
  const outages = Array.from({ length: random.whole(1, 3) }, () => {
    const from = within();
    const job = random.pick(['watch', 'act', null] as const);
    return { from, until: later(from, random.span(minutes(20), hours(9))), job };
  }).filter(({ until }) => until < end);
  const of = vms
    .filter(() => random.chance(0.6))
    .map(({ project, id }) => {
      const [came, fell] = [within(), later(start, random.span(hours(1), milliseconds(span * 0.5)))];
      const leaves = later(came, random.span(minutes(10), hours(12)));
      // Some are at work before an agent falls silent, and go on.
      const used = random.pick([
        [],
        [{ from: came, until: leaves }],
        [{ from: start, until: later(fell, hours(9)) }],
      ]);
      const isForGood = random.chance(0.4);
      const back = later(fell, random.span(hours(1), hours(14)));
      const lasts = isForGood || back > end ? later(start, milliseconds(span * 2)) : back;
      return { project, vm: id, used, silent: random.chance(0.6) ? [{ from: fell, until: lasts }] : [] };
    });
  return of.length === 0 ? scenario : { ...scenario, logins: { of, outages } };
}
