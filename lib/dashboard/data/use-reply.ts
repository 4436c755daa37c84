import { spellsAsLong } from '../../evaluate/learned/risk-in-words.ts';
import { useByLimit } from '../../model/facts/fleet-use.ts';
import { vmIdOf } from '../../model/facts/resource.ts';
import type { UsagePoint } from '../../model/facts/usage.ts';
import type { Head } from '../../model/head.ts';
import { Subject, targetOf, type VmId } from '../../model/ids.ts';
import { isLearned } from '../../model/rules/idle-rule.ts';
import { matchesResource } from '../../model/rules/match.ts';
import { subjectParts } from '../../model/subject.ts';
import type { Interval } from '../../model/time/period.ts';
import { between, hours, type Instant, instant, later } from '../../model/time/time.ts';
import type { Ledger } from '../../record/ledger.ts';
import { type HourOfUse, useOfVm } from '../../views/use-by-hour.ts';
import type { Use, UsePoints } from '../replies.ts';
import { useCells } from '../reply-rows.ts';
import type { Context } from './fleet.ts';
import type { hourlyUse } from './hourly-use.ts';
import type { Snapshot } from './snapshots.ts';

/** Returns the hourly use of all VMs of a project; `null` when there is no such project. */
export async function useReply(
  use: ReturnType<typeof hourlyUse>,
  ledger: Pick<Ledger, 'observations' | 'samplings' | 'use'>,
  { snapshot, about }: Context,
  asked: { readonly project: string; readonly hours: number },
): Promise<Use | null> {
  const head = headOf(snapshot.heads, asked.project);
  if (head === undefined) return null;
  const { now } = snapshot;
  const { from, hours } = await use(ledger, { head, now, hours: asked.hours });
  const ids = new Set<VmId>(hours.flatMap(({ of }) => [...of.keys()]));
  const spells = await spellsOf(ledger, head, snapshot);
  return {
    ...about,
    from,
    vms: [...ids].map((vm) => {
      const shown = (spells(vm) ?? []).filter(({ until }) => until > from);
      return { id: vm, cells: useOfVm(hours, vm).map(cellOf), spells: shown };
    }),
  };
}

/**
 * Returns the quiet spells on which the risk of a stop is based, for each VM under a learned rule: the present one, as
 * far as it is stored, and past ones of at least that length.
 */
async function spellsOf(
  ledger: Pick<Ledger, 'use'>,
  { target: id, observation }: Head,
  { policy, now }: Snapshot,
): Promise<(vm: VmId) => readonly Interval[] | undefined> {
  const rules = policy.rules.filter((rule) => rule.kind === 'idle' && isLearned(rule));
  const target = targetOf(id);
  const known =
    rules.length === 0 || observation?.kind !== 'project'
      ? null
      : useByLimit(await ledger.use(id), policy.inUse);
  if (known === null || observation?.kind !== 'project') return () => undefined;
  const learned = observation.resources.filter(
    (resource) =>
      resource.kind === 'vm' &&
      rules.some((rule) => 'match' in rule && matchesResource(rule.match, target, resource, now)),
  );
  const spells = new Map(
    learned.map((vm) => {
      const history = known.of.get(vmIdOf(vm));
      const last = history?.spells.at(-1);
      if (history === undefined || last?.use !== 'quiet') return [vmIdOf(vm), []];
      const from = history.spells.at(-2)?.until ?? history.since;
      return [vmIdOf(vm), spellsAsLong(history, between(from, last.until))];
    }),
  );
  return (vm) => spells.get(vm);
}

const cellOf = (use: HourOfUse): number => (typeof use === 'number' ? Math.round(use) : useCells[use]);

const headOf = (heads: readonly Head[], project: string): Head | undefined =>
  heads.find(({ target }) => {
    const known = targetOf(target);
    return known.kind === 'project' && known.project.valueOf() === project;
  });

/** The number of hours of history read at a time: unpacking them blocks other requests. */
const hoursARead = 12;

/** Returns each usage sample of one VM; a later sample of a slot replaces an earlier one. */
export async function pointsReply(
  ledger: Pick<Ledger, 'samplings'>,
  { snapshot, about }: Context,
  asked: { readonly name: string; readonly hours: number },
): Promise<UsePoints | null> {
  const { name, resource } = subjectParts(Subject.parse(asked.name));
  const head = headOf(snapshot.heads, name);
  if (head === undefined || resource?.kind !== 'vm') return null;
  const { now } = snapshot;
  const points = new Map<Instant, UsagePoint>();
  for (let left = asked.hours; left > 0; left -= hoursARead) {
    const from = later(now, hours(-left));
    const until = instant(Math.min(now, later(from, hours(hoursARead))) + (left <= hoursARead ? 1 : 0));
    for (const { usage } of await ledger.samplings(head.target, from, until)) {
      const sample = usage.find(({ vm }) => vm.valueOf() === resource.id);
      for (const point of sample?.points ?? []) points.set(point.at, point);
    }
  }
  const sorted = [...points.values()].sort((left, right) => left.at - right.at);
  return { ...about, points: sorted.map(({ at, cpu, network, disk }) => ({ at, cpu, network, disk })) };
}
