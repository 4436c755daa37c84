import type { UseHistory } from '../../../../lib/model/facts/use-history.ts';
import { projectTarget } from '../../../../lib/model/ids.ts';
import { earlier, hours, later, minutes } from '../../../../lib/model/time/time.ts';
import type { Observer } from '../../observer.ts';
import type { TrueVm } from '../../world/true-resource.ts';
import type { Case } from '../violation.ts';
import { anyWorksOf, certainUses, haveSlotInCommon, possibleUse, type Time } from './true-use.ts';

/**
 * Checks the stored weeks of use against what the VMs truly did: no time of certain use is quiet, nothing is used that
 * did not work, nothing is known from before the VM, and nothing is older than four weeks (invariant 10).
 */
export function weeksOracle({ accuse, world, now }: Case): Observer {
  return {
    recorded({ orders }, { target, use }) {
      const { inUse } = orders.policy;
      if (use !== undefined && use.meaning.cpu !== inUse)
        accuse(
          10,
          `${target}: the weeks go by a limit of ${use.meaning.cpu} %, and the policy has ${inUse} %`,
        );
      for (const [id, history] of use?.of ?? []) {
        const vms = world.resources.filter(
          (resource): resource is TrueVm =>
            resource.kind === 'vm' && projectTarget(null, resource.project) === target && resource.id === id,
        );
        const because = flawIn(history, vms, inUse);
        if (because !== null) accuse(10, `${target}: the weeks of ${id} ${because}`);
      }
    },
  };

  function flawIn({ since, spells }: UseHistory, vms: readonly TrueVm[], inUse: number): string | null {
    const end = spells.at(-1)?.until ?? since;
    if (since < earlier(end, hours(28 * 24 + 14))) return `reach back to ${since}, more than four weeks`;
    if (vms.every(({ createdAt }) => later(since, minutes(10)) < createdAt))
      return `begin at ${since}, before it was made`;
    const certain = vms.flatMap((vm) => certainUses(vm, now(), inUse));
    // A mean is no higher than the highest that it is made of.
    const possible = vms.flatMap((vm) => anyWorksOf(vm, now(), (0.7 * inUse) / 100)).map(possibleUse);
    let from = since;
    for (const { use, until } of spells) {
      const spell: Time = { from, until };
      const hidden = certain.find((work) => use.startsWith('quiet') && haveSlotInCommon(spell, work));
      if (hidden !== undefined)
        return `are quiet from ${from} to ${until}, and it worked until ${hidden.until}`;
      if (use === 'used' && !possible.some((work) => haveSlotInCommon(spell, work)))
        return `are used from ${from} to ${until}, and it did not work`;
      from = until;
    }
    return null;
  }
}
