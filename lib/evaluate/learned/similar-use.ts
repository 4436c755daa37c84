import { type FleetUse, followUse } from '../../model/facts/fleet-use.ts';
import { type Resource, vmIdOf } from '../../model/facts/resource.ts';
import { longestWait } from '../../model/facts/usage.ts';
import { type UseHistory, type UseLookup, useLookup, useSince } from '../../model/facts/use-history.ts';
import { groupedBy } from '../../model/grouped-by.ts';
import type { VmId } from '../../model/ids.ts';
import type { PastStop } from '../../model/intent.ts';
import { subjectParts } from '../../model/subject.ts';
import { days, earlier, hours, type Instant, later, latest, type Span } from '../../model/time/time.ts';
import type { Facts } from '../facts.ts';
import { type HoursOfUse, hoursOf, inCommon, type Weeks, weeksBefore } from './hours-in-common.ts';
import { daysBack, doubt, fade } from './past-days.ts';

/** The hours before a look in which use counts as unusual, if that time of day had none on the days before. */
export const lately = hours(8);
/** The same for other VMs, whose samples have come up to two hours ago. */
const latelySettled = hours(6);
/** The number of other VMs on each side, in order of their ids, that a VM is compared with. */
const neighbours = 100;

/**
 * Returns by how much the use of a machine in the last hours, 1 or 0, exceeds what is usual at that time of day. A gap
 * counts as use in the last hours and, like an outage, as none on the days before, so that it never lowers the figure.
 * Returns `null` where an outage hides the last hours.
 */
export function unusualUse(lookup: UseLookup, until: Instant, span: Span = lately): number | null {
  const now = lookup.within(earlier(until, span), until);
  if (now === 'outage') return null;
  let [used, all] = [0, 0];
  for (let back = 1, weight = 1; back <= daysBack; back += 1, weight *= fade) {
    const then = earlier(until, days(back));
    all += weight;
    if (lookup.within(earlier(then, span), then) === 'used') used += weight;
  }
  return (now === 'quiet' ? 0 : 1) - (used + doubt) / (all + 2 * doubt);
}

/** The other VMs of a project, of which some are in use at the same time as a VM. */
export type SimilarUse = {
  /**
   * Returns the unusual use of a VM together with that of VMs that were in use in the same hours as it in the two
   * weeks before: the mean of its own, `own`, and of theirs up to an instant, each weighed by the share of hours of
   * use that it has in common with the VM. What is not known of these hours is taken to be what makes the figure the
   * highest.
   */
  readonly around: (vm: VmId, history: UseHistory, own: number, until: Instant) => number;
};

/** What is known of the use of a project's VMs. */
export type UseFacts = Pick<Facts, 'usages' | 'use' | 'stops'> & {
  /** The use of similar VMs; made of the other facts where it is absent. */
  readonly similar?: SimilarUse | undefined;
};
const made = new WeakMap<UseFacts, SimilarUse>();

/** Returns the use of a project's VMs by all that is known of it; made once, as all rules of a policy have one limit. */
export function similarIn(facts: UseFacts & Pick<Facts, 'observation'>, limit: number): SimilarUse {
  const known = facts.similar ?? made.get(facts);
  if (known !== undefined) return known;
  const { observation, usages, use = null, stops } = facts;
  const fleet = followUse(use, usages, stops, observation.at, limit);
  const similar = similarUse(fleet, stops, observation.kind === 'project' ? observation.resources : []);
  made.set(facts, similar);
  return similar;
}

/**
 * Compares the VMs of a project by their use, which is taken for quiet after its end. What a VM did before it was
 * created anew under its id does not count, nor does one that was at rest after a stop: that says nothing about others.
 */
export function similarUse(
  { until: end, of }: FleetUse,
  stops: readonly PastStop[] = [],
  resources: readonly Resource[] = [],
): SimilarUse {
  const createdAt = new Map(
    resources.flatMap((resource) => (resource.kind === 'vm' ? [[vmIdOf(resource), resource.createdAt]] : [])),
  );
  const stopsOf = groupedBy(stops, ({ subject }) => subjectParts(subject).resource?.id);
  const names = [...of.keys()].sort();
  const places = new Map(names.map((name, place) => [name, place]));
  const others: Other[] = [];
  const otherAt = (place: number): Other | undefined => {
    const name = names[place];
    const known = name && of.get(name);
    if (name === undefined || known === undefined) return undefined;
    const history = useSince(known, latest(known.since, createdAt.get(name) ?? known.since));
    others[place] ??= {
      stops: stopsOf.get(name) ?? [],
      hours: hoursOf(history),
      weeks: null,
      lookup: useLookup(quietUntil(history, end)),
      unusual: new Map(),
    };
    return others[place];
  };
  const besideOf = (vm: VmId, history: UseHistory, hour: number): Beside => {
    const own = places.get(vm);
    const weeks = weeksBefore(hoursOf(history), hour);
    const beside: Beside = { history, hour, others: [], least: [], most: [] };
    if (weeks.known === 0) return beside;
    const first = Math.max(0, (own ?? 0) - neighbours);
    const beyond = Math.min(names.length, (own ?? 0) + neighbours + 1);
    for (let place = first; place < beyond; place += 1) {
      const other = place === own ? undefined : (others[place] ?? otherAt(place));
      if (other === undefined) continue;
      const { least, most } = inCommon(weeks, weeksAt(other, hour));
      if (most === 0) continue;
      beside.others.push(other);
      beside.least.push(least);
      beside.most.push(most);
    }
    return beside;
  };
  let last: Beside | null = null;
  return {
    around: (vm, history, own, until) => {
      // Use in the hours that are weighed does not change the weights.
      const hour = Math.floor(earlier(until, latelySettled) / hours(1));
      if (last?.history !== history || last.hour !== hour) last = besideOf(vm, history, hour);
      return highestMean(own, last, until);
    },
  };
}

/** The VMs that have hours of use in common with a history, in the weeks before an hour; each with its weights. */
type Beside = {
  readonly history: UseHistory;
  readonly hour: number;
  readonly others: Other[];
  readonly least: number[];
  readonly most: number[];
};

type Other = {
  readonly stops: readonly PastStop[];
  readonly hours: HoursOfUse;
  /** The weeks before the hour that was asked about last. */
  weeks: (Weeks & { readonly until: number }) | null;
  readonly lookup: UseLookup;
  /** The figures that were computed already, by instant. */
  readonly unusual: Map<Instant, number | null>;
};

function weeksAt(other: Other, until: number): Weeks {
  if (other.weeks?.until !== until) other.weeks = { until, ...weeksBefore(other.hours, until) };
  return other.weeks;
}

function unusualAt({ stops, lookup, unusual }: Other, until: Instant): number | null {
  const known = unusual.get(until);
  if (known !== undefined) return known;
  const from = earlier(until, latelySettled);
  const wasAtRest = stops.some(
    ({ stoppedAt, lastSeenAtRest }) => stoppedAt < until && (lastSeenAtRest ?? stoppedAt) > from,
  );
  const found = wasAtRest ? null : unusualUse(lookup, until, latelySettled);
  unusual.set(until, found);
  return found;
}

/** Continues a history as quiet for as long as a VM may wait to be asked for its samples. */
function quietUntil({ since, spells }: UseHistory, end: Instant): UseHistory {
  const until = later(end, longestWait);
  const last = spells.at(-1)?.until ?? since;
  return last >= until ? { since, spells } : { since, spells: [...spells, { use: 'quiet', until }] };
}

/** Returns the highest mean of a VM's own figure and those of others, with a prior of zero, that their weights allow. */
function highestMean(own: number, { others, least, most }: Beside, until: Instant): number {
  const figures = others.map((other) => unusualAt(other, until));
  const meanOver = (limit: number): number => {
    let [sum, weight] = [own, 1 + doubt];
    for (let index = 0; index < figures.length; index += 1) {
      const figure = figures[index] ?? null;
      if (figure === null) continue;
      const share = (figure > limit ? most[index] : least[index]) ?? 0;
      sum += share * figure;
      weight += share;
    }
    return sum / weight;
  };
  let mean = meanOver(1);
  // The highest weight of every figure over a mean makes a higher mean, until it is the highest of all.
  for (let next = meanOver(mean); next > mean; next = meanOver(mean)) mean = next;
  return mean;
}
