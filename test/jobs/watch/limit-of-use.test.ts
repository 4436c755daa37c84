import { expect, it } from 'vitest';
import { explainSubject } from '../../../lib/jobs/queries/explain-subject.ts';
import { commitTurn } from '../../../lib/jobs/watch/commit-turn.ts';
import { VmId } from '../../../lib/model/ids.ts';
import { defaultIntervals } from '../../../lib/model/time/intervals.ts';
import { hours, later } from '../../../lib/model/time/time.ts';
import { memoryLedger } from '../../../lib/record/memory-ledger.ts';
import { firstHead } from '../../../lib/state/head.ts';
import { at } from '../../support/at.ts';
import { anObservation, aVm, lab, times, usageUntil } from '../../support/builders/observation-builders.ts';
import { anIdleRule, aPolicy } from '../../support/builders/policy-builders.ts';
import { emptyFleet } from '../../support/turn-input.ts';

const learned = { within: hours(8), risk: 5, untilKnown: null };
const policyOf = (inUse: number) =>
  aPolicy({ inUse, rules: [anIdleRule({ learned: { ...learned, inUse } })] });

it('a policy with another limit of use has the weeks of use computed again from all samples at its first poll', async () => {
  const ledger = memoryLedger();
  let now = at('2026-11-10T00:00:00');
  async function poll(inUse: number) {
    const seen = anObservation({
      at: now,
      seen: ['vms', 'usage'],
      resources: [aVm({ seenAt: now, createdAt: null })],
      usage: [usageUntil(now, times(12, 10))],
    });
    const polled = { at: now, asked: seen.seen, unsupported: [], observe: () => seen };
    const order = { policy: policyOf(inUse), intervals: defaultIntervals, polled, fleet: emptyFleet };
    await commitTurn({ ledger }, order, (await ledger.head(lab)) ?? firstHead(lab));
    now = later(now, hours(1));
  }
  for (let hour = 0; hour < 60; hour += 1) await poll(15);
  const before = await ledger.use(lab);
  expect(before?.meaning.cpu).toBe(15);
  expect(before?.of.get(VmId.parse('box'))?.spells.at(-1)?.use).toBe('quiet');

  // Until that poll, views judge by the weeks of use that the poll will compute.
  const question = { asked: 'box', policy: policyOf(20), intervals: defaultIntervals, now };
  const answer = await explainSubject(ledger, question);
  const [explained] = answer.kind === 'explained' ? answer.explanations : [];
  expect(explained?.verdicts).toMatchObject([
    { kind: 'breached', because: expect.stringContaining('idle for 2 d 11 h.') },
  ]);

  await poll(8);
  const after = await ledger.use(lab);
  expect(after?.meaning.cpu).toBe(8);
  const spells = after?.of.get(VmId.parse('box'))?.spells ?? [];
  expect(spells.map(({ use }) => use)).not.toContain('quiet');
  expect(after?.of.get(VmId.parse('box'))?.since).toBe(before?.of.get(VmId.parse('box'))?.since);
});
