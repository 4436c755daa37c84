import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { computeCloud } from '../../lib/clouds/compute/cloud.ts';
import { CloudError } from '../../lib/clouds/http/errors.ts';
import type { CloudClient } from '../../lib/clouds/http/operation.ts';
import { act } from '../../lib/jobs/act/act.ts';
import type { ActPorts, Connection, WatchPorts } from '../../lib/jobs/ports.ts';
import { watch } from '../../lib/jobs/watch/watch.ts';
import { ConnectionName } from '../../lib/model/connection-name.ts';
import { connectionOf, VmId } from '../../lib/model/ids.ts';
import { defaultIntervals } from '../../lib/model/time/intervals.ts';
import { days, hours, type Instant, later, milliseconds, minutes } from '../../lib/model/time/time.ts';
import type { Head } from '../../lib/state/head.ts';
import { withoutPastSpend } from '../support/clouds/without-past-spend.ts';
import { drawScenario } from './draw/draw-scenario.ts';
import { startProcess } from './engine/process.ts';
import { seededRandom } from './engine/seeded-random.ts';
import { virtualTime } from './engine/virtual-time.ts';
import { type Observer, toAll } from './observer.ts';
import { simulate } from './run.ts';
import { isCalm, type Scenario } from './scenario.ts';
import { settleAccount } from './world/account.ts';
import { chargeOf, readNanos } from './world/bill.ts';
import { modelCloud } from './world/model-cloud.ts';
import { createPeople } from './world/people.ts';
import { emptyWorld } from './world/world.ts';

const eu = ConnectionName.parse('eu');

/** Returns a day of each of the first calm worlds with two projects or more. */
const calmDays = Array.from({ length: 200 }, (_, index) => index + 1)
  .map(drawScenario)
  .filter((drawn) => isCalm(drawn) && drawn.projects.length > 1 && drawn.span < days(4))
  .slice(0, 4)
  .map(
    // People draw their answers in the order of what they are told, of both connections.
    (drawn): Scenario => ({
      ...drawn,
      span: hours(24),
      answering: { ...drawn.answering, approve: 0, deny: 0 },
    }),
  );

/** Returns a second world: a project of the same name as one of the first, with VMs of the same ids and other prices. */
function secondWorld(scenario: Scenario) {
  const random = seededRandom(scenario.seed).fork('second connection');
  const project = scenario.projects[0] ?? expect.fail('no project');
  const began = later(scenario.start, milliseconds(-days(2)));
  const time = virtualTime(began);
  const own: Scenario = { ...scenario, projects: [project], things: [] };
  const world = emptyWorld(own, began, hours(1));
  world.projects.push(project);
  settleAccount(world, own, time);
  const people = createPeople(world, time, random.fork('people'));
  for (const id of ['a-vm', 'b-vm', 'c-vm'])
    people.tend({
      project,
      id: VmId.parse(id),
      habit: 'abandoned',
      price: BigInt(random.whole(1, 4_000_000_000)),
      vcpus: 2,
      gpus: 0,
      metadata: {},
      committedFor: null,
      createdAfter: milliseconds(-days(2)),
    });
  const acted: string[] = [];
  const cloud = modelCloud({
    world,
    start: scenario.start,
    now: time.now,
    witness: toAll([{ acted: ({ action, subject }) => void acted.push(`${action} ${subject}`) }]),
    luck: random.fork('acts'),
    isOld: scenario.isOldPlatform,
    spells: [],
  });
  return {
    world,
    project,
    cloud,
    acted,
    upTo: (at: Instant) =>
      time.run(
        at,
        () => null,
        () => false,
      ),
  };
}

/** What is wrong with the second connection in the middle of the day. */
const troubles = ['nothing', 'a key that is refused', 'empty lists', 'no answers to reads by id'] as const;
type Trouble = (typeof troubles)[number];
/** How connections are mixed up. */
type Plant = (connections: readonly [Connection, Connection]) => readonly Connection[];

/** Runs a day, with or without the second connection, and returns what came of each. */
async function dayOf(scenario: Scenario, trouble: Trouble | null, plant: Plant = (both) => both) {
  const second = secondWorld(scenario);
  const heads: Head[] = [];
  const acts: string[] = [];
  const wrong: string[] = [];
  let judged = 0;
  const [from, until] = [later(scenario.start, hours(8)), later(scenario.start, hours(10))];

  const client = (now: () => Instant, job: 'watch' | 'act'): CloudClient => {
    async function ask(operation: string, input: object): Promise<unknown> {
      const at = now();
      await second.upTo(at);
      const isIn = at >= from && at < until;
      if (
        isIn &&
        (trouble === 'a key that is refused' ||
          (trouble === 'no answers to reads by id' && /^getVm/.test(operation)))
      )
        throw new CloudError(trouble === 'a key that is refused' ? 'unauthenticated' : 'timeout', {
          operation,
          message: 'no',
        });
      if (isIn && trouble === 'empty lists' && operation === 'listVms') return { items: [], flaws: [] };
      const orders = { policy: scenario.policies[0].policy, intervals: defaultIntervals };
      const process = startProcess({
        id: 0,
        job,
        orders,
        startedAt: at,
        skew: milliseconds(0),
      });
      return second.cloud({ process, operation, input: { ...input }, askedAt: at, isFlawed: false });
    }
    return {
      call: ({ id }, input) => ask(id, input) as never,
      list: ({ id }, input) => ask(id, input) as never,
    };
  };
  function withSecond<Ports extends WatchPorts>(ports: Ports, job: 'watch' | 'act'): Ports {
    const [first] = ports.connections;
    if (trouble === null || first === undefined) return ports;
    const provider = withoutPastSpend(computeCloud(client(ports.clock.now, job)));
    const connections = plant([first, { name: eu, address: 'https://eu.test', provider }]);
    return { ...ports, connections };
  }

  const observer: Observer = {
    committed(_process, head) {
      heads.push(head);
      if (head.target !== `project@eu/${second.project}`) return;
      for (const { period, charge } of head.unwritten.meters) {
        if (period.unit !== 'hour' || period.from < later(scenario.start, minutes(15))) continue;
        // Images show no price, and when a VM was deleted within an hour is not shown.
        const vms = second.world.resources.filter(({ kind }) => kind === 'vm');
        if (vms.some(({ goneAt }) => goneAt !== null && goneAt > period.from)) continue;
        // Both are exact: a price an hour times milliseconds.
        const truth = vms.reduce((sum, vm) => sum + chargeOf(vm, period.from, period.until), 0n);
        judged += 1;
        if (readNanos(charge.toFixed()) !== truth)
          wrong.push(`${period.from}: ${charge.toFixed()}, and its world charged ${truth}`);
      }
    },
    acted: ({ action, subject, at }) => void acts.push(`${action} ${subject} ${at}`),
  };
  const { violations } = await simulate(scenario, {
    isUnwatched: true,
    observers: [observer],
    jobs: {
      watch: (ports, orders) => watch(withSecond(ports, 'watch'), orders),
      act: (ports: ActPorts, orders) => act(withSecond(ports, 'act'), orders),
    },
  });
  return {
    first: heads.filter(({ target }) => connectionOf(target) === null),
    second: heads.filter(({ target }) => connectionOf(target) === eu),
    acts,
    actsInSecond: second.acted,
    wrong,
    judged,
    violations,
  };
}

type Day = Awaited<ReturnType<typeof dayOf>>;
/** Returns the first difference from the day without the second connection; turns of several targets may end in any order. */
function difference({ first, acts }: Day, alone: Day): unknown {
  if (!isDeepStrictEqual(acts, alone.acts)) return { acts, alone: alone.acts };
  for (const target of new Set([...first, ...alone.first].map((head) => head.target))) {
    const of = (heads: readonly Head[]) => heads.filter((head) => head.target === target);
    const [own, known] = [of(first), of(alone.first)];
    const index = own.findIndex((head, at) => !isDeepStrictEqual(head, known[at]));
    if (index !== -1) return [own[index], known[index]];
    if (own.length !== known.length) return `${target}: ${own.length} heads, and ${known.length} alone`;
  }
  return null;
}

let alone: readonly Day[];
beforeAll(async () => {
  alone = await Promise.all(calmDays.map((scenario) => dayOf(scenario, null)));
});

describe('A second connection, with a project and VMs of the same names', () => {
  it.each(troubles)('changes no head and no action of the first, with %s (invariant 24)', async (trouble) => {
    for (const [index, scenario] of calmDays.entries()) {
      const both = await dayOf(scenario, trouble);
      expect(difference(both, alone[index] ?? expect.fail()), `seed ${scenario.seed}`).toBeNull();
      expect(both.second.length).toBeGreaterThan(50);
      expect(both.violations).toEqual([]);
      expect(both.judged).toBeGreaterThan(5);
      // Hours without a poll are gaps, and are charged less.
      if (trouble !== 'a key that is refused') expect(both.wrong).toEqual([]);
    }
  });

  it('is caught when it is asked through the first', async () => {
    const [scenario] = calmDays;
    const both = await dayOf(scenario ?? expect.fail(), 'nothing', ([first, other]) => [
      first,
      { ...other, provider: first.provider },
    ]);
    expect(both.wrong).not.toEqual([]);
  });
});
