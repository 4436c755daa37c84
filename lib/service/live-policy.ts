import { PolicyError } from '../config/policy/policy-error.ts';
import { readPolicy } from '../config/policy/read-policy.ts';
import { needsOf } from '../jobs/doctor/policy-needs.ts';
import type { Log } from '../jobs/ports.ts';
import type { Policy } from '../model/rules/policy.ts';

/** The policy as its file has it now. */
export type LivePolicy = {
  now(): Policy;
  /** Takes what the file says by now. One that cannot be used changes nothing, and is told of once. */
  refresh(): Promise<void>;
};

export type LivePolicyOptions = {
  /** The file's name, for what is said of it. */
  readonly file: string;
  readonly read: () => Promise<string>;
  readonly log: Log;
};

/** @throws PolicyError when there is no valid policy to begin with; and whatever `read` throws. */
export async function livePolicy({ file, read, log }: LivePolicyOptions): Promise<LivePolicy> {
  let text = await read();
  let policy = readPolicy(text, file);
  let isReadable = true;
  return {
    now: () => policy,
    refresh: async () => {
      const found = await read().catch(() => null);
      if (found === null) {
        if (isReadable) log('policy-kept', { because: `${file} cannot be read` });
        isReadable = false;
        return;
      }
      if (found === text && isReadable) return;
      isReadable = true;
      text = found;
      try {
        policy = readPolicy(found, file);
        log('policy-taken', { rules: policy.rules.length, acts: needsOf(policy).stops });
      } catch (error) {
        if (!(error instanceof PolicyError)) throw error;
        log('policy-kept', { because: error.message });
      }
    },
  };
}
