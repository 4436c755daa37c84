import type { Observation } from '../../model/facts/observation.ts';
import type { Sampling } from '../../model/facts/usage.ts';
import type { TargetId } from '../../model/ids.ts';
import type { Rollup } from '../../model/money/meter.ts';
import type { Override } from '../../model/override.ts';
import { earlier, type Instant } from '../../model/time/time.ts';
import type { Ledger } from '../../record/ledger.ts';
import { observationsBetween } from '../queries/observations-between.ts';
import { weeksOfHours } from '../watch/commit-turn.ts';

/** What was seen of a target, oldest first, and what had closed before that. */
export type Track = {
  readonly target: TargetId;
  readonly observations: readonly Observation[];
  /** Hours and days that ended before the first observation, for rules that go by the past. */
  readonly meters: readonly Rollup[];
};

/** What was seen, to be judged once more. Looks that saw nothing are not in it. */
export type Recording = {
  readonly tracks: readonly Track[];
  readonly overrides: readonly Override[];
};

type Reader = Pick<Ledger, 'heads' | 'observations' | 'samplings' | 'meters' | 'overrides'>;

/** All that a ledger holds of `[from, until)`; groups are made anew from their members. @throws LedgerError */
export async function recordingFrom(ledger: Reader, from: Instant, until: Instant): Promise<Recording> {
  const heads = await ledger.heads();
  const tracks = await Promise.all(
    heads.map(async (head): Promise<Track> => {
      const { target } = head;
      const [seen, told] = await Promise.all([
        observationsBetween(ledger, head, from, until),
        ledger.samplings(target, from, until),
      ]);
      const observations = withUsage(seen, told);
      const [first] = observations;
      if (first === undefined) return { target, observations, meters: [] };
      const since = earlier(first.at, weeksOfHours);
      const meters = await Promise.all(
        (['hour', 'day'] as const).map((unit) => ledger.meters(target, unit, since, first.at)),
      );
      return { target, observations, meters: meters.flat().filter(({ period }) => period.until <= first.at) };
    }),
  );
  const kept = tracks
    .filter(({ observations }) => observations.length > 0)
    .sort((left, right) => (left.target < right.target ? -1 : 1));
  return { tracks: kept, overrides: await ledger.overrides(from) };
}

/** Each look with what monitors told in it; what they told in a look that was not committed is left out. */
function withUsage(seen: readonly Observation[], told: readonly Sampling[]): readonly Observation[] {
  const usageAt = new Map(told.map(({ at, usage }) => [at, usage]));
  return seen.map((observation) => {
    const usage = usageAt.get(observation.at);
    return observation.kind === 'project' && usage !== undefined
      ? { ...observation, usage: [...usage] }
      : observation;
  });
}
