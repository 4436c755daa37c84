import { assertNever } from '../model/assert-never.ts';
import { MessageId, VmId } from '../model/ids.ts';
import type { Intent, PastStop } from '../model/intent.ts';
import type { Intervals } from '../model/intervals.ts';
import type { ProjectObservation } from '../model/observation.ts';
import type { Resource } from '../model/resource.ts';
import { between, type Instant, isoInstant, later, spanInWords } from '../model/time.ts';
import { type Progress, withEntry, withMessage } from './progress.ts';

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
    const vm = sighting.resources.find((resource) => resource.kind === 'vm' && resource.id === vmKey(intent));
    const settlement = settle(intent, vm, sighting, intervals);
    next = close(next, intent, settlement, vm, sighting.at, intervals);
  }
  return { ...next, stops: next.stops.flatMap((stop) => watchStop(stop, sighting)) };
}

const vmKey = (intent: Intent): string => intent.vm;

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
  if (vm.activity === 'stopped') return { kind: 'done', because: `seen ${vm.state}` };
  const waited = between(intent.state.at, now);
  if (waited <= intervals.confirmWithin) return { kind: 'open' };
  const still = `${spanInWords(waited)} later it is still ${vm.state}`;
  switch (intent.state.kind) {
    case 'claimed':
      return { kind: 'over', tell: false, because: `it was begun and no answer was recorded; ${still}` };
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
  intervals: Intervals,
): Progress {
  const about = {
    subject: intent.subject,
    rule: intent.rule,
    because: settlement.kind === 'open' ? '' : settlement.because,
  };
  switch (settlement.kind) {
    case 'open':
      return { ...progress, intents: [...progress.intents, intent] };
    case 'done': {
      const stop: PastStop = { vm: intent.vm, rule: intent.rule, stoppedAt: at, startedAgainAt: null };
      const kept = progress.stops.filter((known) => known.vm !== intent.vm || known.rule !== intent.rule);
      const told = withMessage(
        {
          ...progress,
          stops: [...kept, stop],
          alerts: progress.alerts.filter(({ key }) => key !== intent.alert),
        },
        {
          id: MessageId.parse(`${intent.id}#confirmed`),
          at,
          severity: 'info',
          notice: { kind: 'stop-confirmed', ...about, stoppedAt: at, stillBilled: vm?.price ?? null },
          delivered: [],
        },
      );
      return withEntry(told, { at, event: 'confirmed', ...about });
    }
    case 'over': {
      const retryAfter = intent.state.kind === 'waiting' ? null : later(at, intervals.retryAfter);
      const alerts = progress.alerts.map((alert) =>
        alert.key === intent.alert ? { ...alert, retryAfter } : alert,
      );
      const logged = withEntry({ ...progress, alerts }, { at, event: 'failed', ...about });
      if (!settlement.tell) return logged;
      return withMessage(logged, {
        id: MessageId.parse(`${intent.id}#not-done`),
        at,
        severity: 'warning',
        notice: { kind: 'stop-not-done', ...about },
        delivered: [],
      });
    }
    default:
      return assertNever(settlement);
  }
}

/** Notes when a person starts again what we stopped; forgets a VM that is no more. */
function watchStop(stop: PastStop, sighting: ProjectObservation): PastStop[] {
  if (!sighting.seen.includes('vms')) return [stop];
  const vm = sighting.resources.find(
    (resource) => resource.kind === 'vm' && VmId.parse(resource.id) === stop.vm,
  );
  if (vm === undefined || vm.activity === 'gone') return [];
  const runs = vm.activity === 'running';
  return [runs && stop.startedAgainAt === null ? { ...stop, startedAgainAt: sighting.at } : stop];
}

/** Names an intent by what it is about and when it was decided. */
export const intentName = (subject: string, rule: string, decidedAt: Instant): string =>
  `${subject}#${rule}#stop#${isoInstant(decidedAt)}`;
