import type { Control } from '../../state/control.ts';
import type { Policy, PolicyFault } from '../../state/policy.ts';
import { shownName } from '../settings/may-be-key.ts';
import { PolicyError } from './policy-error.ts';
import { readPolicy } from './read-policy.ts';

/** The policy that readers use. */
export type PolicyInForce = {
  readonly policy: Policy;
  /** The reason why the policy is not that of the file; `null` if it is. */
  readonly fault: PolicyFault | null;
};

/** A policy without rules. */
const noPolicy = (): Policy => readPolicy('version: 1', 'no policy');

/**
 * Reads a policy file, or the last good policy that the service recorded if the file cannot be used. A policy that a
 * deployment has read from a parameter or an object takes precedence over the file.
 * @throws the error of `read` or the mistakes in the file when no good policy is recorded.
 */
export async function policyInForce(
  { file, read }: { readonly file: string; readonly read: () => Promise<string> },
  { policy: lastGood }: Pick<Control, 'policy'>,
): Promise<PolicyInForce> {
  const pinned = lastGood?.source === undefined ? null : readRecordedPolicy(lastGood.text);
  if (pinned !== null) return { policy: pinned, fault: null };
  try {
    return { policy: readPolicy(await read(), file), fault: null };
  } catch (error) {
    const because = faultInWords(error, file);
    const earlier = lastGood === null ? null : readRecordedPolicy(lastGood.text);
    if (lastGood !== null && earlier !== null)
      return { policy: earlier, fault: { because, lastGoodSince: lastGood.since } };
    if (!(error instanceof PolicyError)) throw error;
    return { policy: noPolicy(), fault: { because, lastGoodSince: null } };
  }
}

/** Returns why a policy file is not in force, on one line. */
export const faultInWords = (error: unknown, file: string): string =>
  error instanceof PolicyError ? error.summary : `${shownName(file)} cannot be read`;

/** Returns a recorded policy; `null` if it was recorded by another version of spendwatch and cannot be read. */
export function readRecordedPolicy(text: string): Policy | null {
  try {
    return readPolicy(text, 'the last good policy');
  } catch (error) {
    if (error instanceof PolicyError) return null;
    throw error;
  }
}
