import { PolicyError } from '../config/policy/policy-error.ts';
import { faultInWords, policyIn } from '../config/policy/policy-in-force.ts';
import { readPolicy } from '../config/policy/read-policy.ts';
import type { Log } from '../jobs/ports.ts';
import type { Policy } from '../model/rules/policy.ts';
import { needsOf } from '../model/rules/policy-needs.ts';

/** A policy with its source text, and why the current file is not in force; `null` when it is. */
export type SourcedPolicy = {
  readonly policy: Policy;
  readonly text: string;
  readonly fault: string | null;
};

/** The current policy of a file. */
export type LivePolicy = {
  now(): SourcedPolicy;
  /** Reads the file again. An invalid policy is not taken up; it is a fault, which is logged once. */
  refresh(): Promise<void>;
};

export type LivePolicyOptions = {
  /** The name of the file, for messages. */
  readonly file: string;
  readonly read: () => Promise<string>;
  /** Returns the text of the last good policy; `null` when none is recorded. */
  readonly lastGood: () => Promise<string | null>;
  readonly log: Log;
};

/**
 * Reads the policy, or where the file cannot be used the last good one: a service that starts again still monitors.
 * @throws PolicyError when the file is invalid and no good policy is recorded, and then whatever `read` throws.
 */
export async function livePolicy({ file, read, lastGood, log }: LivePolicyOptions): Promise<LivePolicy> {
  let current = await firstPolicy({ file, read, lastGood });
  /** The text that was read last; `null` when the file could not be read, `undefined` before it is read again. */
  let seen: string | null | undefined = current.fault === null ? current.text : undefined;
  const keep = (fault: string, because = fault): void => {
    current = { ...current, fault };
    log('policy-unchanged', { because });
  };
  return {
    now: () => current,
    refresh: async () => {
      const text = await read().catch(() => null);
      if (text === seen) return;
      seen = text;
      if (text === null) return keep(faultInWords(null, file));
      try {
        const policy = readPolicy(text, file);
        current = { policy, text, fault: null };
        log('policy-loaded', { rules: policy.rules.length, acts: needsOf(policy).stops });
      } catch (error) {
        if (!(error instanceof PolicyError)) throw error;
        keep(error.summary, error.message);
      }
    },
  };
}

async function firstPolicy({ file, read, lastGood }: Omit<LivePolicyOptions, 'log'>): Promise<SourcedPolicy> {
  try {
    const text = await read();
    return { policy: readPolicy(text, file), text, fault: null };
  } catch (error) {
    const text = await lastGood();
    const policy = text === null ? null : policyIn(text);
    if (text === null || policy === null) throw error;
    return { policy, text, fault: faultInWords(error, file) };
  }
}
