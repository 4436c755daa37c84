import { notRunning } from '../../model/facts/at-rest.ts';
import { getEpisode, type Resource } from '../../model/facts/resource.ts';
import { findWindowPosition, localMinute } from '../../model/time/period.ts';
import { type Instant, isoInstant, isoSecond } from '../../model/time/time.ts';
import { endsAtOnce, type Judge, type Restraint, type TimingSelector } from '../judge.ts';
import { missingState } from '../missing-fact.ts';
import { type ResourceFacts, resourcesInView } from '../resources-in-view.ts';
import type { Verdict } from '../verdict.ts';
import { type ScheduleFigures, type ScheduleRule, scheduledKinds } from './terms.ts';

/** Judges whether VMs and machines run outside their hours. Each time between two windows is an episode of its own. */
export function judgeSchedule(rule: ScheduleRule, facts: ResourceFacts): Verdict[] {
  const { zone, observation } = facts;
  const inView = resourcesInView(rule.match, scheduledKinds, facts);
  if (inView.length === 0) return [];
  const { isInside, off } = findWindowPosition(rule.windows, observation.at, zone);
  return inView.map(({ resource, subject, cost }): Verdict => {
    const { activity, state } = resource;
    const identity = { rule: rule.name, subject, episode: formatScheduleEpisode(resource, off.from) };
    if (isInside) {
      const because =
        off.until === null ? 'within its hours' : `its hours began at ${localMinute(off.until, zone)}`;
      return { ...identity, kind: 'clear', because, figures: null };
    }
    if (activity !== 'running') {
      const kind = activity === 'unknown' || activity === 'changing' ? 'unknown' : 'clear';
      const lacks = missingState(resource);
      return { ...identity, kind, because: notRunning(state), figures: null, lacks };
    }
    const { from: endedAt, until: beginsAt } = off;
    const figures: ScheduleFigures = { kind: 'schedule', ...cost, state, endedAt, beginsAt };
    const ended = endedAt === null ? '' : `, which ended at ${localMinute(endedAt, zone)}`;
    const begin = beginsAt === null ? '' : `; they resume at ${localMinute(beginsAt, zone)}`;
    const because = `running outside its hours${ended}${begin}`;
    return { ...identity, kind: 'breached', severity: 'warning', level: null, because, figures };
  });
}

const formatScheduleEpisode = (resource: Resource, endedAt: Instant | null): string =>
  `${getEpisode(resource)}/${endedAt === null ? '' : isoInstant(endedAt)}`;

export const scheduleJudge: Judge<ScheduleRule> = { judge: judgeSchedule };

export const scheduleTiming: TimingSelector<ScheduleRule> = endsAtOnce;

export const scheduleRestraint: Restraint<ScheduleRule> = {
  whyNotStop: (rule, { policy, now }) =>
    findWindowPosition(rule.windows, now, policy.timezone).isInside ? 'its hours have begun' : null,
  whyLeftAlone(rule, startedAt, { now, zone }) {
    const { isInside, off } = findWindowPosition(rule.windows, startedAt, zone);
    if (isInside || (off.until !== null && off.until <= now)) return null;
    const until = off.until === null ? '' : `, which is at ${isoSecond(off.until)}`;
    return `it was started outside its hours; it is left alone until they begin${until}`;
  },
};
