import { PolicyError } from '../config/policy/policy-error.ts';
import { readPolicy } from '../config/policy/read-policy.ts';
import { needsOf } from '../jobs/doctor/policy-needs.ts';
import type { Log } from '../jobs/ports.ts';
import type { Policy } from '../model/rules/policy.ts';

/** The current policy of a file. */
export type LivePolicy = {
  now(): Policy;
  /** Reads the file again. An invalid policy changes nothing and is logged once. */
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
  let text = await read();
  let policy = readPolicy(text, file);
  let isReadable = true;
  return {
    now: () => policy,
    refresh: async () => {
      const current = await read().catch(() => null);
      if (current === null) {
        if (isReadable) log('policy-unchanged', { because: `${file} cannot be read` });
        isReadable = false;
        return;
      }
      if (current === text && isReadable) return;
      isReadable = true;
      text = current;
      try {
        policy = readPolicy(current, file);
        log('policy-loaded', { rules: policy.rules.length, acts: needsOf(policy).stops });
      } catch (error) {
        if (!(error instanceof PolicyError)) throw error;
        log('policy-unchanged', { because: error.message });
      }
    },
  };
}
