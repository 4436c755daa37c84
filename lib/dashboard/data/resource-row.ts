import { runs } from '../../model/facts/resource.ts';
import { between, type Instant, spanInWords } from '../../model/time/time.ts';
import { actionText } from '../../notify/messages/action-text.ts';
import type { FleetRow } from '../../views/dashboard-fleet.ts';
import type { Waiting } from '../../views/waiting.ts';
import type { ResourceRow } from '../reply-rows.ts';
import { priceFigure } from './figures.ts';

export function resourceRow(row: FleetRow, now: Instant): ResourceRow {
  const { resource, project, subject, alert } = row;
  return {
    subject,
    project,
    kind: resource.kind,
    id: resource.id,
    state: resource.state,
    activity: resource.activity,
    price: resource.price && priceFigure(resource.price),
    size: sizeOf(row),
    ...noteOf(row, now),
    severity: alert?.severity ?? null,
    hasGpus: resource.gpus > 0,
  };
}

function sizeOf({ resource }: FleetRow): string {
  const { gpus, gpuModel, vcpus, sizeGib } = resource;
  if (gpus > 0) return `${gpus} x ${gpuModel ?? 'GPU'}`;
  if (vcpus > 0) return `${vcpus} cores`;
  return sizeGib === null ? '' : `${sizeGib} GiB`;
}

type Note = Pick<ResourceRow, 'note' | 'tone'>;

/** The most important thing first: what is being done to it, then what is planned, then how it looks. */
export function noteOf({ machine, resource, alert }: FleetRow, now: Instant): Note {
  const waiting = machine?.waiting ?? null;
  if (waiting !== null) return { note: plannedIn(waiting, now), tone: 'due' };
  const idleSince = machine?.idleSince ?? null;
  if (idleSince !== null) {
    const kept = machine?.protectedBecause == null ? '' : ', but protected';
    return { note: `idle for ${spanInWords(between(idleSince, now))}${kept}`, tone: 'due' };
  }
  if (alert !== null) return { note: alert.because, tone: 'due' };
  if (!runs(resource.kind)) return { note: '', tone: 'plain' };
  switch (resource.activity) {
    case 'running':
      return resource.gpus > 0
        ? { note: 'no signal of its GPUs', tone: 'unsure' }
        : { note: '', tone: 'good' };
    case 'stopped':
      return { note: 'stopped, still billed', tone: 'due' };
    case 'failed':
      return { note: 'failed', tone: 'due' };
    default:
      return { note: 'its state tells nothing', tone: 'unsure' };
  }
}

function plannedIn({ act, state, notBefore }: Waiting, now: Instant): string {
  const { toBe } = actionText[act];
  switch (state) {
    case 'waits-for-approval':
      return `idle; asks to be ${toBe}`;
    case 'denied':
      return `not to be ${toBe}: denied`;
    case 'lapsed':
      return `not ${toBe}: nobody approved`;
    case 'decided':
    case 'asked-for':
    case 'unanswered':
      return `is being ${toBe}`;
    case 'being-announced':
      return `to be ${toBe}, being announced`;
    case 'announced':
      return notBefore === null || notBefore <= now
        ? `to be ${toBe} at any time`
        : `to be ${toBe} in ${spanInWords(between(now, notBefore))}`;
  }
}
