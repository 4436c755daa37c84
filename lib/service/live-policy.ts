import { PolicyError } from '../config/policy/policy-error.ts';
import { faultInWords } from '../config/policy/policy-in-force.ts';
import { readPolicy } from '../config/policy/read-policy.ts';
import type { Log } from '../jobs/ports.ts';
import type { Policy } from '../model/rules/policy.ts';
import { needsOf } from '../model/rules/policy-needs.ts';

/** A policy with the text that it was read from, and why the file as it is now is not in force; `null` when it is. */
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
  readonly log: Log;
};

/** Reads the policy. @throws PolicyError when the first policy is invalid, and whatever `read` throws. */
export async function livePolicy({ file, read, log }: LivePolicyOptions): Promise<LivePolicy> {
  const first = await read();
  let current: SourcedPolicy = { policy: readPolicy(first, file), text: first, fault: null };
  /** The text that was read last; `null` when the file could not be read. */
  let seen: string | null = first;
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
