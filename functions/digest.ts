import { sendDigest } from '../lib/jobs/digest/send-digest.ts';
import { connectDigest } from '../lib/jobs/lambda/connect.ts';

const connected = connectDigest(process.env);

/** Tells how the day before was. When that is, the schedule says, and whether there must be news, the policy. */
export async function handler() {
  const { ports, policy } = connected();
  const digest = { at: 0, when: policy.digest?.when ?? 'always' } as const;
  return sendDigest(ports, { policy: { ...policy, digest } });
}
