import { alreadySo } from '../model/facts/at-rest.ts';
import type { Outcome } from '../model/outcome.ts';
import type { Reread } from '../model/reread.ts';
import { computeSpan, type Instant, later, type Span } from '../model/time/time.ts';
import type { ActionOrder } from './cloud.ts';
import { ClockError } from './http/clock-error.ts';
import { CloudError } from './http/errors.ts';

/** A resource as it was read again just before an action on it. */
export type RereadResource = {
  /** Returns the resource as of an instant. */
  seen(at: Instant): Reread;
  /** Sends the request, no later than `sendBy`. */
  ask(sendBy: Instant): Promise<unknown>;
};

/** Builds a `Reread`; everything that is not given is empty or unknown. */
export const buildReread = (resource: Reread['resource'], more: Partial<Reread> = {}): Reread => ({
  points: [],
  bootedAt: null,
  image: null,
  ...more,
  resource,
});

/** One action on one resource: its precondition, its request, and the check whether it is under way. */
export type ActionRequest = {
  /** The request as text, such as "to stop". */
  readonly request: string;
  /** Reads the basis of the decision again; a text is the reason why it could not be read in full. */
  reread(): Promise<RereadResource | string>;
  /** Returns the resource's state if it shows the action done or under way, and else `null`. */
  underWay(): Promise<string | null>;
};

const mostReads = 3;

/**
 * Reads the resource again and, if the decision still holds, sends the request, once. Every reply is an outcome, and so
 * is a clock that differs from the cloud's; only errors that are neither are thrown.
 */
export async function requestOnce(
  now: () => Instant,
  { rereadWithin, check }: Pick<ActionOrder, 'rereadWithin' | 'check'>,
  request: ActionRequest,
): Promise<Outcome> {
  for (let attempt = 1; attempt <= mostReads; attempt += 1) {
    const at = now();
    let reread: RereadResource | string;
    try {
      reread = await request.reread();
    } catch (error) {
      if (!isReply(error)) throw error;
      const because = `it could not be read again: ${error.message}`;
      if (error instanceof ClockError) return notSent(now(), because);
      const { retryAfter } = error;
      // A rejected key will be rejected at the next poll too, so this is notified at once.
      const undone = { at: now(), because, retryAfter };
      return isTurnedAway(error)
        ? { kind: 'refused', isByKey: true, ...undone }
        : { kind: 'not-sent', ...undone };
    }
    if (typeof reread === 'string') return notSent(now(), reread);
    const checkedAt = now();
    const checked = await check(reread.seen(checkedAt), checkedAt);
    if (checked.kind !== 'go') return { kind: checked.kind, at: now(), because: checked.because };
    if (computeSpan(at, now()) <= rereadWithin) return ask(now, request, reread, later(at, rereadWithin));
  }
  return notSent(now(), 'reading it again took too long');
}

async function ask(
  now: () => Instant,
  request: ActionRequest,
  reread: RereadResource,
  sendBy: Instant,
): Promise<Outcome> {
  try {
    await reread.ask(sendBy);
    return { kind: 'requested', at: now(), because: `the platform accepted the request ${request.request}` };
  } catch (error) {
    if (!(error instanceof CloudError)) throw error;
    if (error.neverSent) return notSent(now(), `it was not sent: ${error.message}`, error.retryAfter);
    // A 429 is refused before any work, and the cloud wants no more requests now.
    const state = error.kind === 'rate-limited' ? null : await readActionState(request);
    if (error.mayHaveHappened) {
      if (state !== null)
        return { kind: 'requested', at: now(), because: `no clear answer, but it is ${state}` };
      return { kind: 'unanswered', at: now(), because: `no clear answer (${error.message})` };
    }
    if (state !== null) return { kind: 'already-so', at: now(), because: alreadySo(state) };
    const because = `the platform refused: ${error.message}`;
    const isByKey = isTurnedAway(error);
    return { kind: 'refused', at: now(), because, retryAfter: error.retryAfter, ...(isByKey && { isByKey }) };
  }
}

/** Returns the state after an unclear reply; `null` when it cannot be read either. */
async function readActionState({ underWay }: ActionRequest): Promise<string | null> {
  try {
    return await underWay();
  } catch (error) {
    if (!isReply(error)) throw error;
    return null;
  }
}

/** Reports whether an error came from the cloud or from the check of its clock. */
const isReply = (error: unknown): error is CloudError | ClockError =>
  error instanceof CloudError || error instanceof ClockError;

const isTurnedAway = ({ kind }: CloudError): boolean => kind === 'unauthenticated' || kind === 'forbidden';

const notSent = (at: Instant, because: string, retryAfter: Span | null = null): Outcome => ({
  kind: 'not-sent',
  at,
  because,
  retryAfter,
});
