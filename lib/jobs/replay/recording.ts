import type { Observation } from '../../model/facts/observation.ts';
import type { UsageSamples } from '../../model/facts/usage.ts';
import type { TargetId } from '../../model/ids.ts';
import type { Rollup } from '../../model/money/meter.ts';
import { earlier, type Instant } from '../../model/time/time.ts';
import type { Ledger } from '../../record/ledger.ts';
import type { Override } from '../../state/override.ts';
import { readTargetObservations } from '../queries/history-between.ts';
import { weeksOfHours } from '../watch/commit-turn.ts';

/** The observations of a target, oldest first. */
export type Track = {
  readonly target: TargetId;
  readonly observations: readonly Observation[];
  /** Hours and days that ended before the first observation, for rules that use history. */
  readonly meters: readonly Rollup[];
};

/** The observations that a replay judges. Failed polls are not included. */
export type Recording = {
  readonly tracks: readonly Track[];
  readonly overrides: readonly Override[];
};

type Reader = Pick<Ledger, 'heads' | 'observations' | 'samplings' | 'meters' | 'overrides'>;

/** Reads all observations of `[from, until)`; a replay rebuilds those of groups. @throws LedgerError */
export async function readRecording(ledger: Reader, from: Instant, until: Instant): Promise<Recording> {
  const heads = await ledger.heads();
  const tracks = await Promise.all(
    heads.map(async (head): Promise<Track> => {
      const { target } = head;
      const [seen, samplings] = await Promise.all([
        readTargetObservations(ledger, head, from, until),
        ledger.samplings(target, from, until),
      ]);
      const observations = withUsage(seen, samplings);
      const [first] = observations;
      if (first === undefined) return { target, observations, meters: [] };
      const since = earlier(first.at, weeksOfHours);
      const meters = await Promise.all(
        (['hour', 'day'] as const).map((unit) => ledger.meters(target, unit, since, first.at)),
      );
      return { target, observations, meters: meters.flat().filter(({ period }) => period.until <= first.at) };
    }),
  );
  const recorded = tracks
    .filter(({ observations }) => observations.length > 0)
    .sort((left, right) => (left.target < right.target ? -1 : 1));
  return { tracks: recorded, overrides: await ledger.overrides(from) };
}

/** Adds the usage samples to the observations of their polls; samples of a poll that was not committed are left out. */
function withUsage(
  polls: readonly Observation[],
  samplings: readonly UsageSamples[],
): readonly Observation[] {
  const usageAt = new Map(samplings.map(({ at, usage }) => [at, usage]));
  return polls.map((observation) => {
    const usage = usageAt.get(observation.at);
    return observation.kind === 'project' && usage !== undefined
      ? { ...observation, usage: [...usage] }
      : observation;
  });
}
