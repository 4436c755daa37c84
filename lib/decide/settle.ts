import { assertNever } from '../model/assert-never.ts';
import { MessageId } from '../model/ids.ts';
import type { Intent, PastStop } from '../model/intent.ts';
import type { Intervals } from '../model/intervals.ts';
import type { ProjectObservation } from '../model/observation.ts';
import { type Resource, vmIdOf } from '../model/resource.ts';
import { between, type Instant, spanInWords } from '../model/time.ts';
import { incidentOf } from './alerts/incident.ts';
import { type Progress, withEntry, withSaying } from './progress.ts';

/** What a look says of an intent: it goes on waiting, it was done, or it is over without effect. */
type Settlement =
  | { readonly kind: 'open' }
  | { readonly kind: 'done'; readonly because: string }
  | { readonly kind: 'over'; readonly tell: boolean; readonly because: string };

/** Holds what was asked of the cloud against what the cloud now shows. */
export function settleIntents(
  progress: Progress,
  sighting: ProjectObservation,
  intervals: Intervals,
): Progress {
  let next: Progress = { ...progress, intents: [] };
  for (const intent of progress.intents) {
    const vm = sighting.resources.find(
      (resource) => resource.kind === 'vm' && vmIdOf(resource) === intent.vm,
    );
    const settlement = settle(intent, vm, sighting, intervals);
    next = close(next, intent, settlement, vm, sighting.at);
  }
  return { ...next, stops: next.stops.flatMap((stop) => watchStop(stop, sighting)) };
}

function settle(
  intent: Intent,
  vm: Resource | undefined,
  sighting: ProjectObservation,
  intervals: Intervals,
): Settlement {
  const { at: now } = sighting;
  if (intent.state.kind === 'waiting') {
    if (now <= intent.expiresAt) return { kind: 'open' };
    return { kind: 'over', tell: false, because: 'it was not carried out in time and must be decided anew' };
  }
  if (!sighting.seen.includes('vms')) return { kind: 'open' };
  if (vm === undefined || vm.activity === 'gone')
    return { kind: 'over', tell: false, because: 'the VM is gone' };
  if (vm.createdAt !== intent.createdAt)
    return { kind: 'over', tell: false, because: 'another VM has taken its name' };
  if (vm.activity === 'stopped') return { kind: 'done', because: `seen ${vm.state}` };
  const waited = between(intent.state.at, now);
  if (waited <= intervals.confirmWithin) return { kind: 'open' };
  const still = `${spanInWords(waited)} later it is still ${vm.state}`;
  switch (intent.state.kind) {
    case 'claimed':
      return { kind: 'over', tell: true, because: `it was begun and no answer was recorded; ${still}` };
    case 'requested':
      return { kind: 'over', tell: true, because: `the platform took the request, but ${still}` };
    case 'unanswered':
      return { kind: 'over', tell: true, because: `${intent.state.because}; ${still}` };
    default:
      return assertNever(intent.state);
  }
}

function close(
  progress: Progress,
  intent: Intent,
  settlement: Settlement,
  vm: Resource | undefined,
  at: Instant,
): Progress {
  const about = {
    subject: intent.subject,
    rule: intent.rule,
    because: settlement.kind === 'open' ? '' : settlement.because,
  };
  const alert = progress.alerts.find(({ key }) => key === intent.alert);
  const following = { ...about, ...(alert && incidentOf(alert)) };
  switch (settlement.kind) {
    case 'open':
      return { ...progress, intents: [...progress.intents, intent] };
    case 'done': {
      const told = withSaying(withStop(progress, intent, { stoppedAt: at, startedAgainAt: null }), {
        kind: 'stop-confirmed',
        id: MessageId.parse(`${intent.id}#confirmed`),
        severity: 'info',
        ...following,
        stoppedAt: at,
        stillBilled: vm?.price ?? null,
      });
      return withEntry(told, { at, event: 'confirmed', ...about });
    }
    case 'over': {
      const logged = withEntry(afterNothing(progress, intent, vm, at), { at, event: 'failed', ...about });
      if (!settlement.tell) return logged;
      return withSaying(logged, {
        kind: 'stop-not-done',
        id: MessageId.parse(`${intent.id}#not-done`),
        severity: 'warning',
        ...following,
      });
    }
    default:
      return assertNever(settlement);
  }
}

/**
 * What may have been asked of the cloud may have been done, and undone by someone before anyone looked,
 * or may have met another VM under the same name: whatever runs there counts as started by hand.
 */
function afterNothing(progress: Progress, intent: Intent, vm: Resource | undefined, at: Instant): Progress {
  if (intent.state.kind === 'waiting' || vm === undefined || vm.activity === 'gone') return progress;
  const startedAgainAt = vm.activity === 'running' ? at : null;
  const { stops, ...others } = withStop(progress, intent, { stoppedAt: intent.state.at, startedAgainAt });
  // Of another VM nothing was said yet, and what was said of the first is taken back elsewhere.
  return vm.createdAt === intent.createdAt ? { ...others, stops } : { ...progress, stops };
}

/** Remembers a stop, and lets go of its alert: what comes after it is announced anew. */
function withStop(
  progress: Progress,
  { vm, rule, alert }: Intent,
  times: Pick<PastStop, 'stoppedAt' | 'startedAgainAt'>,
): Progress {
  const kept = progress.stops.filter((known) => known.vm !== vm || known.rule !== rule);
  const alerts = progress.alerts.filter(({ key }) => key !== alert);
  return { ...progress, alerts, stops: [...kept, { vm, rule, ...times }] };
}

/** Notes when a person starts again what was stopped, by us or since; forgets a VM that is no more. */
function watchStop(stop: PastStop, sighting: ProjectObservation): PastStop[] {
  if (!sighting.seen.includes('vms')) return [stop];
  const vm = sighting.resources.find((resource) => resource.kind === 'vm' && vmIdOf(resource) === stop.vm);
  if (vm === undefined || vm.activity === 'gone') return [];
  if (vm.activity === 'stopped') return [{ ...stop, startedAgainAt: null }];
  const startsAgain = vm.activity === 'running' && stop.startedAgainAt === null;
  return [startsAgain ? { ...stop, startedAgainAt: sighting.at } : stop];
}
