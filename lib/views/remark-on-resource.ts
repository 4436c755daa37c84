import { getCloudProfile } from '../clouds/profiles.ts';
import { costNow } from '../model/facts/resource.ts';
import { lossIsNear } from '../model/rules/loss.ts';
import { briefSpan, relativeTime } from '../model/time/relative-time.ts';
import { computeSpan, type Instant } from '../model/time/time.ts';
import { atRestInWords } from '../notify/parts/effect-text.ts';
import { computes, type ResourceView } from './inventory.ts';
import { waitingInWords } from './waiting.ts';

/**
 * A remark on a resource. `due`: an action or deletion is next, or it costs money without use. `unsure`: facts are
 * unknown or out of date.
 */
export type Remark = { readonly text: string; readonly tone: 'quiet' | 'unsure' | 'due' };

/**
 * Returns the most important remark on a resource, the same in every view: a deletion by the platform within a
 * week, then a planned action, outdated facts, idleness, its state, an alert, unknown use, a later deletion, and
 * protection.
 */
export function decideRemark(view: ResourceView, now: Instant): Remark {
  const { waiting, resource, alert, failingSince, idleSince } = view;
  const { activity, expiresAt } = resource;
  const kept = describeProtection(view);
  const expiry =
    expiresAt === null ? null : `expires ${relativeTime(expiresAt, now)}, then deleted by the platform`;
  const isLossNear = expiresAt !== null && computeSpan(now, expiresAt) <= lossIsNear;
  if (expiry !== null && isLossNear && waiting?.action !== 'terminate') return { text: expiry, tone: 'due' };
  if (waiting !== null) return { text: `${waiting.action} ${waitingInWords(waiting, now)}`, tone: 'due' };
  if (failingSince !== null)
    return { text: `polls failing for ${briefSpan(computeSpan(failingSince, now))}`, tone: 'unsure' };
  if (idleSince !== null) {
    const text = `idle for ${briefSpan(computeSpan(idleSince, now))}${kept === '' ? '' : `, ${kept}`}`;
    return { text, tone: 'due' };
  }
  const isMachine = computes(view);
  if (isMachine && activity === 'stopped') {
    const cost = costNow(resource);
    const text = atRestInWords('stopped', cost, getCloudProfile(view.cloud), resource.kind);
    return { text, tone: cost.price?.isZero() ? 'quiet' : 'due' };
  }
  if (isMachine && activity === 'failed') return { text: 'failed', tone: 'due' };
  if (alert !== null) return { text: alert.because, tone: 'due' };
  if (isMachine && activity !== 'running') return { text: 'state unknown', tone: 'unsure' };
  if (isMachine && view.hasUnknownGpus) return { text: 'GPU use unknown', tone: 'unsure' };
  return { text: expiry ?? kept, tone: 'quiet' };
}

const describeProtection = ({ protectedBecause }: ResourceView): 'kept' | 'protected' | '' =>
  protectedBecause === null ? '' : protectedBecause.startsWith('kept by') ? 'kept' : 'protected';
