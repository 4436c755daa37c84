import { type RecheckInput, recheckAction } from '../../decide/actions/recheck.ts';
import { targetOf } from '../../model/ids.ts';
import type { Outcome } from '../../model/outcome.ts';
import { subjectParts } from '../../model/subject.ts';
import type { Intervals } from '../../model/time/intervals.ts';
import type { ActPorts } from '../ports.ts';

/** A claimed intent, and all that it is held against once more. */
export type Performance = Omit<RecheckInput, 'now'> & { readonly intervals: Intervals };

/** Does what an intent asks for, if the resource, read again, still bears it out. */
export async function perform({ provider, clock }: ActPorts, order: Performance): Promise<Outcome> {
  const { kind, image, because, ...intent } = order.intent;
  const { rereadWithin } = order.intervals;
  const now = () => clock.now();
  const target = targetOf(intent.target);
  const { resource } = subjectParts(intent.subject);
  if (target.kind !== 'project' || resource === null)
    return { kind: 'cancelled', at: now(), because: 'it names no resource' };
  const unsupported = provider.unsupported(kind, resource.kind);
  if (unsupported !== null) return { kind: 'cancelled', at: now(), because: unsupported };
  const { project } = target;
  return provider.action(
    {
      ...{ kind, project, resource, image, because, rereadWithin },
      check: (reread, at) => recheckAction({ ...order, now: at }, reread),
    },
    now,
  );
}
