import { readPolicy } from '../../lib/config/policy/read-policy.ts';
import { type Instant, later, minutes } from '../../lib/model/time/time.ts';
import type { Ledger } from '../../lib/record/ledger.ts';
import { happens, newVm } from '../../lib/simulators/compute/scenario.ts';
import type { Policy } from '../../lib/state/policy.ts';
import { at, tellStory } from '../support/story.ts';

const policyText = `version: 1
timezone: Europe/Berlin
mode: enforce
rules:
  - { name: forgotten machines, idle: 30m, then: [{ stop: after 1h, approve: required }] }
  - { name: small budget, budget: 1 USD a month, at: [50%, 100%] }
  - { name: credit, runway: [72h, 24h] }
`;

/** Names that would be scripts in any page that treated them as HTML; the platform allows the first none but these. */
export const hostile = '<script>document.title="loot"';
export const hostileOwner =
  '<img src=x onerror="document.title=\'stolen\'"></td></table><script>stolen()</script>';
const before = '2026-03-19T09:00:00Z';

/** What the dashboard shows: a ledger that was watched for three hours or so many minutes, up to `now`. */
export type Lab = { readonly ledger: Ledger; readonly policy: Policy; readonly now: Instant };

/**
 * Two projects on one account: an idle VM whose stop waits for a person, one with a hostile name, one that works,
 * one with GPUs, one that is stopped.
 */
export async function watchedLab({ credit = '200', length = 180, hasPastSpend = true } = {}): Promise<Lab> {
  const from = '2026-03-20T09:00:00Z';
  const busy = { kind: 'constant', cpu: 60, network: 90_000 } as const;
  const story = await tellStory({
    hasPastSpend,
    from,
    policy: policyText,
    events: [
      happens(before, { kind: 'open-account', id: 'main', paymentTerms: 'PREPAID', credit }),
      happens(before, { kind: 'create-project', id: 'lab', account: 'main' }),
      happens(before, { kind: 'create-project', id: 'attic', account: 'main' }),
      newVm(before, 'lab', 'train-7b', { priceHr: '0.5' }),
      newVm(before, 'lab', hostile, { priceHr: '0.25', metadata: { owner: hostileOwner } }),
      newVm(before, 'lab', 'web', { priceHr: '0.75', workload: busy }),
      newVm(before, 'attic', 'gpu-box', { priceHr: '2', machineType: 'sapphire-rapids-l40s', gpus: 1 }),
      newVm(before, 'attic', 'resting', { priceHr: '0.125' }),
      happens('2026-03-20T09:30:00Z', { kind: 'stop-vm', project: 'attic', vm: 'resting' }),
    ],
  });
  const end = later(at(from), minutes(length));
  await story.runUntil(end);
  await story.close();
  return { ledger: story.ledger, policy: readPolicy(policyText, 'lab.yaml'), now: later(end, minutes(2)) };
}
