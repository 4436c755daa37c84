import { PolicyError } from '../config/policy/policy-error.ts';
import { faultInWords, readRecordedPolicy } from '../config/policy/policy-in-force.ts';
import { readPolicy } from '../config/policy/read-policy.ts';
import type { Clock, Log } from '../jobs/ports.ts';
import { seconds, spanInWords } from '../model/time/time.ts';
import type { Policy } from '../state/policy.ts';
import { computePolicyNeeds } from '../state/policy-needs.ts';

/** A policy with its source text; `fault` is the reason why the current file is not in force, or `null` if it is. */
export type SourcedPolicy = {
  readonly policy: Policy;
  readonly text: string;
  readonly fault: string | null;
};

/** The current policy of a file. */
export type LivePolicy = {
  now(): SourcedPolicy;
  /** Reads the file again, a changed one twice. An invalid policy is not used; its fault is logged once. */
  refresh(): Promise<void>;
};

export type LivePolicyOptions = {
  /** The name of the file, for messages. */
  readonly file: string;
  readonly read: () => Promise<string>;
  /** Returns the text of the last good policy; `null` if none is recorded. */
  readonly lastGood: () => Promise<string | null>;
  readonly log: Log;
  readonly clock: Pick<Clock, 'sleep'>;
};

/**
 * The time between two reads of a changed file. A file that is being saved may end after any line, and a policy without its
 * last lines may be valid and lack a protection, so a change counts only when two reads agree.
 */
export const settlesWithin = seconds(10);
/** The maximum number of pauses for a file that differs at each read. */
const mostReads = 3;

/**
 * Reads the policy, or the last good one if the file cannot be used, so that a restarted service still monitors. A file that
 * differs from the last good policy is read twice, as after any change.
 * @throws PolicyError when the file is invalid and no good policy is recorded. It also throws the errors of `read` then.
 */
export async function livePolicy(options: LivePolicyOptions): Promise<LivePolicy> {
  const { file, log } = options;
  let current = await firstPolicy(options);
  /** The text that was read last; `null` if the file could not be read, `undefined` if it changed at every read. */
  let seen: string | null | undefined = current.text;
  const keep = (fault: string, because = fault): void => {
    current = { ...current, fault };
    log('policy-unchanged', { because });
  };
  const refresh = async (): Promise<void> => {
    const text = await settledText(options, seen);
    if (text === seen) return;
    seen = text;
    if (text === undefined) return keep(unsettled(file));
    if (text === null) return keep(faultInWords(null, file));
    try {
      const policy = readPolicy(text, file);
      current = { policy, text, fault: null };
      log('policy-loaded', { rules: policy.rules.length, acts: computePolicyNeeds(policy).stops });
    } catch (error) {
      if (!(error instanceof PolicyError)) throw error;
      keep(error.summary, error.message);
    }
  };
  await refresh();
  return { now: () => current, refresh };
}

/** Returns the last good policy; if there is none that this version can read, that of the file. */
async function firstPolicy(options: LivePolicyOptions): Promise<SourcedPolicy> {
  const { file, read } = options;
  const earlier = await options.lastGood();
  const good = earlier === null ? null : readRecordedPolicy(earlier);
  if (earlier !== null && good !== null) return { policy: good, text: earlier, fault: null };
  // Where no policy was ever in force, nothing is announced that half a policy could let happen.
  const settled = earlier === null ? null : await settledText(options, undefined);
  const text = settled ?? (await read());
  return { policy: readPolicy(text, file), text, fault: null };
}

/**
 * Returns the text of the file when it is as before or two reads agree; `null` when it cannot be read, and `undefined`
 * when each read differs from the one before.
 */
async function settledText(
  { read, clock }: Pick<LivePolicyOptions, 'read' | 'clock'>,
  before: string | null | undefined,
): Promise<string | null | undefined> {
  const look = () => read().catch(() => null);
  let last = await look();
  for (let count = 0; count < mostReads; count += 1) {
    if (last === before) return last;
    // No interruption may shorten this pause: the pass that waits would use half a policy.
    await clock.sleep(settlesWithin);
    const next = await look();
    if (next === last) return next;
    last = next;
  }
  return undefined;
}

const unsettled = (file: string): string =>
  `${file} keeps changing: it takes effect once it is unchanged for ${spanInWords(settlesWithin)}`;
