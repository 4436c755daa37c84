import type { ActingRule } from '../../../lib/model/rule.ts';
import { earlier, type Instant, later, seconds } from '../../../lib/model/time.ts';
import type { Process } from '../engine/process.ts';
import type { TrueVm } from '../world/true-resource.ts';
import type { DeliveryBook } from './deliveries.ts';
import { isInUse, notIdle } from './idleness.ts';
import type { Birth } from './intent-book.ts';
import { trueHours } from './matters/true-hours.ts';
import type { Case, Violation } from './violation.ts';

/** A VM as a process was last shown it. */
export type Shown = {
  readonly vm: TrueVm;
  readonly askedAt: Instant;
  readonly at: Instant;
  readonly state: string;
  readonly protection: string | null;
};

/** A stop that took effect, and all that is known of how it came about. */
export type Stop = {
  readonly process: Process;
  readonly vm: TrueVm;
  readonly name: string;
  readonly askedAt: Instant;
  readonly at: Instant;
  readonly birth: Birth;
  readonly rule: ActingRule;
  readonly reread: { readonly vm: Shown | undefined; readonly samples: Shown | undefined };
};

type Flaw = Omit<Violation, 'at'>;

/** What a stop should have had before it, and had not. */
export function* stopFlaws(facts: Case, deliveries: DeliveryBook, stop: Stop): Generator<Flaw> {
  yield* decisionFlaws(facts, stop);
  yield* announcementFlaws(facts, deliveries, stop);
  yield* rereadFlaws(facts, stop);
}

function* decisionFlaws(facts: Case, stop: Stop): Generator<Flaw> {
  const { world, scenario } = facts;
  const { birth, vm, name, rule } = stop;
  if (birth.hadTrouble)
    yield { invariant: 1, what: `the stop of ${name} was decided in a look that could not see everything` };
  if (birth.intent.createdAt !== vm.createdAt) return;
  if (rule.kind === 'schedule') {
    const zone = stop.process.orders.policy.timezone;
    // Up to four seconds pass from the last reading to the request; and clocks leave a doubt at both ends.
    const ends = [
      earlier(earlier(stop.askedAt, seconds(4)), scenario.skew),
      later(stop.askedAt, scenario.skew),
    ];
    if (ends.every((at) => trueHours(rule.windows, at, zone).isInside))
      yield { invariant: 1, what: `${name} was stopped at ${stop.askedAt}, within its hours` };
    return;
  }
  if (rule.kind === 'lifetime') {
    const age = stop.askedAt - vm.createdAt + scenario.skew;
    if (age <= rule.longest)
      yield { invariant: 1, what: `${name} was stopped after ${age} ms, and may live ${rule.longest}` };
    return;
  }
  if (vm.gpus > 0) yield { invariant: 1, what: `${name} has GPUs, and was stopped for being idle` };
  const because = notIdle(world, rule, vm, birth.sampledAt, 'samples');
  if (because !== null) yield { invariant: 1, what: `${name} was stopped as idle, and ${because}` };
}

function* announcementFlaws(
  { scenario }: Case,
  deliveries: DeliveryBook,
  { birth, at, rule, name }: Stop,
): Generator<Flaw> {
  const { announcement, intent } = birth;
  const reached = announcement && deliveries.reachedAll(announcement.message, scenario.routes);
  const [first] = announcement ? deliveries.of(announcement.message) : [];
  if (reached === null || first === undefined) {
    yield { invariant: 2, what: `${name} was stopped, and no announcement of it was ever delivered` };
    return;
  }
  const notice = first.message.notices.find(({ subject }) => subject === intent.subject);
  const promised = notice?.kind === 'alert' && notice.next.kind === 'stop' ? notice.next.after : null;
  if (promised === null) yield { invariant: 2, what: `what was said of ${name} announced no stop` };
  const grace = Math.max(promised ?? 0, rule.then[0]?.after ?? 0) - 2 * scenario.skew;
  if (at - reached < grace)
    yield {
      invariant: 2,
      what: `${name} was stopped ${at - reached} ms after the last route had the announcement, not ${grace}`,
    };
  if (first.message.at < (intent.createdAt ?? 0) || notice === undefined)
    yield { invariant: 2, what: `what was announced was the stop of another VM than ${name}` };
}

function* rereadFlaws({ world, scenario }: Case, stop: Stop): Generator<Flaw> {
  const { birth, rule, name, askedAt, reread } = stop;
  const { vm, samples } = reread;
  const { intent } = birth;
  if (vm === undefined || samples === undefined) {
    yield { invariant: 5, what: `${name} was stopped without being read again` };
    return;
  }
  const age = askedAt - Math.min(vm.askedAt, samples.askedAt);
  if (age > seconds(4)) yield { invariant: 5, what: `${name} was stopped on what was read ${age} ms before` };
  if (vm.protection !== null) yield { invariant: 3, what: `${name} was stopped although ${vm.protection}` };
  if (vm.vm.createdAt !== intent.createdAt)
    yield { invariant: 3, what: `${name} is not the VM that was decided about` };
  if (vm.state !== 'ACTIVE') yield { invariant: 5, what: `${name} was ${vm.state} when it was read again` };
  for (const sample of world.monitor.shown(samples.vm, samples.at)) {
    const told = `${name} was stopped although a sample of ${sample.at} showed it`;
    const isNew = later(sample.at, scenario.sampleLag) > birth.sampledAt;
    if (rule.kind === 'idle' && isNew && isInUse(rule, sample))
      yield { invariant: 5, what: `${told} in use` };
    if (sample.bootedAt > intent.decidedAt + scenario.skew)
      yield { invariant: 6, what: `${told} started after the decision` };
  }
}
