import { projectTarget } from '../../../../lib/model/ids.ts';
import { subjectParts } from '../../../../lib/model/subject.ts';
import { type Instant, latest, type Span } from '../../../../lib/model/time/time.ts';
import type { IdleRule } from '../../../../lib/rules/idle/terms.ts';
import type { Observer } from '../../observer.ts';
import { isCalm } from '../../scenario.ts';
import type { TrueVm } from '../../world/true-resource.ts';
import type { Case } from '../violation.ts';

/**
 * When each VM may last have been stopped: it is left alone when it runs again, or was never stopped, and so is another
 * VM of the same name. Without faults, every stop is known.
 */
export type TouchBook = {
  lastTouched(vm: TrueVm): Instant | undefined;
  /** Reports whether a rule may leave a VM alone that someone started again; `takes` is the time that this takes to show. */
  isLeftAlone(vm: TrueVm, rule: IdleRule, takes: Span): boolean;
};

export function touchBook({ scenario, now }: Case): Observer & TouchBook {
  const calm = isCalm(scenario);
  const touchedAt = new Map<string, Instant>();
  const lastTouched = ({ project, id }: TrueVm) => touchedAt.get(`${projectTarget(null, project)}/${id}`);
  return {
    lastTouched,
    isLeftAlone(vm, rule, takes) {
      const boot = vm.boots.at(-1);
      const touched = lastTouched(vm);
      if (boot === undefined || touched === undefined) return false;
      return now() - latest(boot.from, touched) < rule.coolOff + takes + rule.window;
    },
    acted: ({ on }) => void touchedAt.set(`${projectTarget(null, on.project)}/${on.id}`, now()),
    committed(_process, { intents }) {
      for (const { target, subject, state } of intents)
        if (state.kind !== 'waiting' && !calm)
          touchedAt.set(`${target}/${subjectParts(subject).resource?.id}`, now());
    },
  };
}
