import { describe, expect, it } from 'vitest';
import { computeCloud } from '../../../lib/clouds/compute/cloud.ts';
import { unnamedConnection } from '../../../lib/jobs/ports.ts';
import { watch } from '../../../lib/jobs/watch/watch.ts';
import { listUnreadableFacts } from '../../../lib/model/facts/observation.ts';
import { minutes } from '../../../lib/model/time/time.ts';
import { memoryLedger } from '../../../lib/record/memory-ledger.ts';
import { anIdleRule, aPolicy } from '../../support/builders/policy-builders.ts';
import { aPlatform } from '../../support/clouds/platform.ts';
import type { Answers } from '../../support/clouds/scripted-cloud.ts';
import { twoOfEverything } from '../../support/clouds/unreadable-platform.ts';
import { setClock } from '../../support/set-clock.ts';
import { on } from '../../support/timeline.ts';

const policy = aPolicy({ rules: [anIdleRule()] });

/** The decimals that the platform's document requires of a record. */
const required = ['creditBalanceRecharge.low', 'creditBalanceRecharge.high', 'amount'];

describe('a platform that sends fields that were never set', () => {
  /** As programs made from protocol buffers write it: empty texts, zeros, empty lists and objects. */
  const unset: readonly (readonly [string, readonly string[], (record: unknown) => unknown])[] = [
    ['decimals as {}', required, (record) => replaced(record, () => ({}))],
    ['decimals of an empty text', required, (record) => replaced(record, () => ({ value: '' }))],
    ['decimals as an empty text', required, (record) => replaced(record, () => '')],
    ['decimals of zero', ['price'], (record) => replaced(record, () => ({ value: '0' }))],
  ];

  it.each(unset)(
    'is polled completely except for required fields: %s, so %j (invariants 17, 26)',
    async (_, unread, change) => {
      const clock = setClock(on('10:00'));
      const answers: Answers = Object.fromEntries(
        Object.entries(twoOfEverything).map(([id, answer]) => [
          id,
          (input: Readonly<Record<string, unknown>>) => change(answer(input)),
        ]),
      );
      const cloud = aPlatform(clock, answers);
      const ledger = memoryLedger();
      for (let poll = 0; poll < 5; poll += 1) {
        clock.pass(minutes(65));
        const report = await watch(
          { clock, connections: [unnamedConnection(computeCloud(cloud))], ledger, log: () => {} },
          { policy },
        );
        for (const target of report.targets)
          expect(target).toMatchObject({ kind: 'turned', failedBecause: null, missing: [] });
      }
      const observations = (await ledger.heads()).flatMap(({ observation }) => observation ?? []);
      const fields = observations.flatMap(listUnreadableFacts).map(({ field }) => field);
      expect([...new Set(fields)]).toEqual(unread);
      expect(observations).toHaveLength(4);
    },
  );
});

/** The same reply with every decimal in it written in another way. */
function replaced(reply: unknown, write: () => unknown): unknown {
  if (Array.isArray(reply)) return reply.map((member) => replaced(member, write));
  if (typeof reply !== 'object' || reply === null) return reply;
  if ('value' in reply) return write();
  return Object.fromEntries(Object.entries(reply).map(([name, member]) => [name, replaced(member, write)]));
}
