import { readPolicy } from '../../lib/config/policy/read-policy.ts';
import { takeTurn } from '../../lib/decide/turn.ts';
import type { TurnInput } from '../../lib/decide/turn-input.ts';
import { vmIdOf } from '../../lib/model/facts/resource.ts';
import { usageSlot, type VmUsage } from '../../lib/model/facts/usage.ts';
import { usageByVm } from '../../lib/model/facts/usage-points.ts';
import { stretchesOf, usualMeaning } from '../../lib/model/facts/use-history.ts';
import { ProjectId, projectTarget } from '../../lib/model/ids.ts';
import { defaultIntervals } from '../../lib/model/time/intervals.ts';
import {
  earlier,
  hours,
  type Instant,
  instant,
  later,
  milliseconds,
  minutes,
} from '../../lib/model/time/time.ts';
import { riskAt } from '../../lib/rules/idle/learned/risk.ts';
import { followUse, samplesBeside, useReach } from '../../lib/state/fleet-use.ts';
import { firstHead, type Head } from '../../lib/state/head.ts';
import { aFleet } from '../support/builders/fleet-builders.ts';
import { anObservation } from '../support/builders/observation-builders.ts';
import { emptyFleet, noPast } from '../support/turn-input.ts';
import { cpuTime, type Figure, ms } from './figure.ts';

const vms = 100;
const runs = 100;
/** Two hours after the end of office hours. */
const now = instant(Date.parse('2026-03-17T20:00:00Z'));
const resources = aFleet(vms, (index) => `vm-${index}`).map((vm) => ({
  ...vm,
  gpus: 0,
  seenAt: now,
  createdAt: null,
}));

const policy = readPolicy(
  'version: 1\nrules: [{ name: idle, idle: learned, risk: 5%, then: [{ stop: after 1h }] }]',
  'bench.yaml',
);

/** The hours in which a quarter of the VMs each is in use: all, those of an office, one at night, one in nine days. */
const rhythms: readonly ((hour: number, day: number) => boolean)[] = [
  () => true,
  (hour, day) => hour >= 8 && hour < 18 && day % 7 < 5,
  (hour) => hour === 3,
  (hour, day) => day % 9 === 4 && hour === 14,
];

function cpuAt(vm: number, at: Instant): number {
  const hour = Math.floor((at - usageSlot) / hours(1));
  return rhythms[vm % rhythms.length]?.(hour % 24, Math.floor(hour / 24) + vm) ? 60 : 2;
}

const samplesOf = (from: Instant, until: Instant): readonly VmUsage[] =>
  resources.map((resource, index) => ({
    vm: vmIdOf(resource),
    points: Array.from({ length: (until - from) / usageSlot }, (_, slot) => {
      const at = later(from, milliseconds((slot + 1) * usageSlot));
      return { at, cpu: cpuAt(index, at), network: 200, disk: 4_000, answers: true };
    }),
    reachesTo: earlier(until, hours(2)),
  }));

/** Measures a poll of a project by a rule that learns, every VM sampled, and the risk of one of its VMs. */
export function benchLearned(): Figure[] {
  const stored = earlier(now, hours(8));
  const weeks = samplesOf(earlier(stored, useReach), stored);
  const terms = { meaning: usualMeaning, resources };
  const use = followUse(null, { ...terms, usages: usageByVm([{ at: stored, usage: weeks }]) }, stored);
  const beside = earlier(now, samplesBeside);
  const samplings = Array.from({ length: (now - beside) / minutes(15) - 1 }, (_, poll) => {
    const at = later(beside, minutes(15 * (poll + 1)));
    return { at, usage: samplesOf(earlier(at, minutes(15)), at) };
  });
  const turnOf = (head: Head, at: Instant): TurnInput => ({
    head,
    pollResult: anObservation({ at, resources, usage: [...samplesOf(earlier(at, minutes(15)), at)] }),
    asked: [],
    lacking: [],
    past: { ...noPast, samplings, use },
    fleet: emptyFleet,
    policy,
    intervals: defaultIntervals,
  });
  const first = firstHead(projectTarget(null, ProjectId.parse('p-0')));
  const { head } = takeTurn(turnOf(first, earlier(now, minutes(15))));
  const poll = cpuTime(() => {
    for (let run = 0; run < runs; run += 1) takeTurn(turnOf(head, now));
  });

  const fleet = followUse(use, { ...terms, usages: usageByVm(samplings) }, now);
  let judged = 0;
  const risks = cpuTime(() => {
    judged = 0;
    for (let run = 0; run < runs; run += 1) {
      for (const history of fleet.of.values())
        if (riskAt(stretchesOf(history, {}), fleet.until, hours(8)) !== null) judged += 1;
    }
  });
  return [
    {
      what: `a poll of ${vms} VMs by a rule that learns, every VM sampled`,
      figure: `${ms(poll / runs)} of CPU, with the choice of the VMs to ask next`,
    },
    {
      what: 'the risk of a VM by four weeks of use',
      figure: `${((risks / judged) * 1_000).toFixed(0)} µs of CPU`,
      goal: '≤ 50 µs',
    },
  ];
}
