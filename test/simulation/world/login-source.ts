import { usageSlot } from '../../../lib/model/facts/usage.ts';
import { type Instant, instant } from '../../../lib/model/time/time.ts';
import { SignalError, type SignalPoint, type SignalSource } from '../../../lib/observe/signals/signals.ts';
import type { Process } from '../engine/process.ts';
import type { Scenario } from '../scenario.ts';

export type LoginSource = {
  /** Returns the source as a process reads it. */
  of(process: Process): SignalSource;
  /** Returns the logins of a VM, "project/vm", that a job received, slot by slot. */
  told(machine: string, job: Process['job']): ReadonlyMap<Instant, number>;
};

/** Creates the source of who is logged in on VMs: it cannot be read at times, and agents of VMs fall silent. */
export function loginSource({ logins }: Scenario, now: () => Instant): LoginSource {
  const told = new Map<string, Map<Instant, number>>();
  const isIn = (times: readonly { readonly from: Instant; readonly until: Instant }[], at: Instant) =>
    times.some(({ from, until }) => from <= at && at < until);

  return {
    told: (machine, job) => told.get(`${job} ${machine}`) ?? new Map(),
    of: ({ job }) => ({
      name: 'Prometheus',
      read: async ({ from, until }) => {
        const outages = logins?.outages.filter((outage) => outage.job === null || outage.job === job) ?? [];
        if (isIn(outages, now())) throw new SignalError('it answered 401');
        const points = (logins?.of ?? []).map(({ project, vm, used, silent }) => {
          const name = `${project}/${vm}`;
          const key = `${job} ${name}`;
          const own = told.get(key) ?? new Map<Instant, number>();
          told.set(key, own);
          const known: SignalPoint[] = [];
          for (let end: number = until; end > from; end -= usageSlot) {
            const at = instant(end);
            if (at > now() || isIn(silent, at)) continue;
            own.set(at, Number(isIn(used, at)));
            known.unshift({ at, cpu: null, logins: Number(isIn(used, at)) });
          }
          return [name, known] as const;
        });
        return new Map(points.filter(([, known]) => known.length > 0));
      },
    }),
  };
}
