import { assertNever } from '../../../lib/model/assert-never.ts';
import { type ProjectId, ResourceId } from '../../../lib/model/ids.ts';
import { days, earlier, type Instant, later, minutes } from '../../../lib/model/time/time.ts';
import type { VirtualTime } from '../engine/virtual-time.ts';
import type { Scenario, ThingPlan } from '../scenario.ts';
import { spellsOf } from '../spell.ts';
import { nanosInWords } from './bill.ts';
import { beBusy, isThere, monthsAfter, type Phase, type TrueResource } from './true-resource.ts';
import { deleteVm } from './vm-life.ts';
import { presentVm, type World } from './world.ts';

/** Schedules the resources other than VMs, late commitments of VMs, the deletion of projects, and times in which some VMs cannot be read. */
export function settleThings(world: World, scenario: Scenario, time: VirtualTime): void {
  for (const plan of scenario.things)
    time.at(later(scenario.start, plan.createdAfter), () => bringThing(world, scenario, plan));
  for (const { project, id, commitsAfter } of scenario.vms)
    if (commitsAfter !== undefined)
      time.at(later(scenario.start, commitsAfter), () => {
        const from = time.now();
        const vm = presentVm(world, project, id, from);
        if (vm) vm.commitments = [...vm.commitments, { from, until: monthsAfter(from, 1), months: 1 }];
      });
  for (const spell of spellsOf(scenario.spells, 'busy-machines'))
    time.at(spell.from, () => {
      for (const machine of machinesCalled(world, spell.name, time.now())) beBusy(machine, spell);
    });
  for (const { project, after } of scenario.closings)
    time.at(later(scenario.start, after), () => closeProject(world, project, time.now(), time));
  for (const { vm: id, project, what, from, until } of scenario.blindSpells) {
    const each = (request: (vm: (typeof world.resources)[number]) => void) => (): void => {
      for (const resource of world.resources)
        if (resource.id === id && resource.project === project) request(resource);
    };
    time.at(
      from,
      each((vm) => {
        if (vm.kind !== 'vm') return;
        if (what === 'samples') vm.blind.push({ from, until });
        else vm.hidesMetadata = true;
      }),
    );
    time.at(
      until,
      each((vm) => {
        if (vm.kind === 'vm') vm.hidesMetadata = false;
      }),
    );
  }
}

/** Returns machines, and machines of clusters, by "project/id". */
const machinesCalled = (world: World, name: string, at: Instant): readonly { phases: readonly Phase[] }[] =>
  world.resources.flatMap((resource) => {
    if (!isThere(resource, at) || (resource.kind !== 'machine' && resource.kind !== 'cluster')) return [];
    const machines = resource.kind === 'machine' ? [resource] : resource.machines;
    return machines.filter(({ id }) => `${resource.project}/${id}` === name);
  });

function bringThing(world: World, { start }: Scenario, plan: ThingPlan): void {
  const { project, createdAfter, deletedAfter } = plan;
  if (!world.projects.includes(project)) return;
  const createdAt = later(start, createdAfter);
  world.resources.push(thingOf(plan, start, createdAt, deletedAfter && later(start, deletedAfter)));
}

function thingOf(plan: ThingPlan, start: Instant, createdAt: Instant, goneAt: Instant | null): TrueResource {
  const { kind, project, id, price, createdBy, image } = plan;
  const changes = plan.changes.map(({ after, state }) => ({ from: later(start, after), state }));
  const base = {
    project,
    id,
    price,
    priceText: nanosInWords(price),
    createdAt,
    goneAt,
    createdBy,
    commitments: plan.commitments.map(({ after, until }) => ({
      from: later(start, after),
      until: later(start, until),
    })),
  };
  const since = (state: string): readonly Phase[] => [{ from: createdAt, state }, ...changes];
  switch (kind) {
    case 'machine': {
      const up = [
        { from: createdAt, state: 'POWERING_ON' },
        { from: later(createdAt, minutes(6)), state: 'ON' },
      ];
      return { kind, ...base, ...committedMachine(plan, start, createdAt), phases: [...up, ...changes] };
    }
    case 'volume': {
      const fillings = plan.fillings.map(({ after, gib }) => ({ from: later(start, after), gib }));
      return { kind, ...base, phases: since('ACTIVE'), fillings };
    }
    case 'disk':
      return { kind, ...base, phases: since('READY'), image, isPlaced: plan.isPlaced === true };
    case 'bucket':
      return { kind, ...base, phases: since('ACTIVE') };
    case 'image':
      return { kind, ...base, phases: since('READY'), of: null };
    case 'cluster': {
      const machine = { id: ResourceId.parse(`${id}-node`), priceText: nanosInWords(price / 3n) };
      return {
        kind,
        ...base,
        phases: [{ from: createdAt, state: 'ACTIVE' }, ...changes.filter(({ state }) => state === 'FAILED')],
        machines: [
          {
            ...machine,
            phases: [{ from: createdAt, state: 'ON' }, ...changes.filter(({ state }) => state !== 'FAILED')],
          },
        ],
      };
    }
    default:
      return assertNever(kind);
  }
}

/**
 * Returns a machine's commitment, which runs from its creation: an existing machine was created early enough for it
 * to end in time.
 */
function committedMachine({ commitments, createdAfter }: ThingPlan, start: Instant, at: Instant) {
  const [first, renewed] = commitments;
  if (first === undefined) return {};
  const createdAt = createdAfter < 0 ? earlier(later(start, first.until), days(30)) : at;
  const month = { from: createdAt, until: monthsAfter(createdAt, 1), months: 1 as const };
  const quarter = { until: monthsAfter(createdAt, 3), months: 3 as const };
  return {
    createdAt,
    commitments: renewed === undefined ? [month] : [month, { from: later(start, renewed.after), ...quarter }],
  };
}

/** Deletes a project: its resources go, and then it is no longer listed. */
function closeProject(world: World, project: ProjectId, at: Instant, time: VirtualTime): void {
  for (const resource of world.resources) {
    if (resource.project !== project || !isThere(resource, at)) continue;
    if (resource.kind === 'vm') deleteVm(resource, at, minutes(1));
    else resource.goneAt = at;
  }
  time.at(later(at, minutes(2)), () => {
    const index = world.projects.indexOf(project);
    if (index >= 0) world.projects.splice(index, 1);
  });
}
