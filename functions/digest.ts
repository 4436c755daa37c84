import { nothingSent, sendDigest } from '../lib/jobs/digest/send-digest.ts';
import { connectDigest } from '../lib/jobs/lambda/connect.ts';

const connected = connectDigest(process.env);

/**
 * Sends the report of the previous day. The schedule sets its time; the policy sets whether a day without news is
 * reported.
 */
export async function handler() {
  const { ports, policy } = await connected();
  if (policy.digest === null) return nothingSent;
  const digest = { at: 0, when: policy.digest.when } as const;
  return sendDigest(ports, { policy: { ...policy, digest } });
}
