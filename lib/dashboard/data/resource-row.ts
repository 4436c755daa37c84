import { runs, sizeInWords } from '../../model/facts/resource.ts';
import { between, type Instant, spanInWords } from '../../model/time/time.ts';
import { actionText } from '../../notify/parts/action-text.ts';
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
    size: sizeInWords(resource),
    ...noteOf(row, now),
    severity: alert?.severity ?? null,
    hasGpus: resource.gpus > 0,
  };
}

type Note = Pick<ResourceRow, 'note' | 'tone'>;

/** Returns the most important finding: an action under way, then a planned one, then an alert, then its state. */
export function noteOf({ machine, resource, alert, hasUnknownGpus }: FleetRow, now: Instant): Note {
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
      return hasUnknownGpus ? { note: 'GPU use unknown', tone: 'unsure' } : { note: '', tone: 'good' };
    case 'stopped':
      return { note: 'stopped, still billed', tone: 'due' };
    case 'failed':
      return { note: 'failed', tone: 'due' };
    default:
      return { note: 'state unknown', tone: 'unsure' };
  }
}

function plannedIn({ action, state, notBefore, heldBecause }: Waiting, now: Instant): string {
  const { toBe } = actionText[action];
  if (heldBecause !== null) return `to be ${toBe}, on hold: ${heldBecause}`;
  switch (state) {
    case 'waits-for-approval':
      return `waiting for approval to be ${toBe}`;
    case 'denied':
      return `denied: will not be ${toBe}`;
    case 'lapsed':
      return `approval expired: will not be ${toBe}`;
    case 'decided':
    case 'asked-for':
    case 'unanswered':
      return `being ${toBe}`;
    case 'being-announced':
      return `will be ${toBe}; announcement pending`;
    case 'announced':
      return notBefore === null || notBefore <= now
        ? `will be ${toBe} at any time`
        : `will be ${toBe} in ${spanInWords(between(now, notBefore))}`;
  }
}
