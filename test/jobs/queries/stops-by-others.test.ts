import { describe, expect, it } from 'vitest';
import { stoppedByOthers } from '../../../lib/jobs/queries/stops-by-others.ts';
import { alreadySo } from '../../../lib/model/facts/at-rest.ts';
import type { JournalEntry } from '../../../lib/state/journal.ts';
import type { Policy } from '../../../lib/state/policy.ts';
import { mergeAuditLogs } from '../../../lib/views/actions.ts';
import { lab } from '../../support/builders/observation-builders.ts';
import { anIdleRule, aPolicy } from '../../support/builders/policy-builders.ts';
import { aScheduleRule } from '../../support/builders/resource-rule-builders.ts';
import { aTimeline } from '../../support/timeline.ts';

const stopped = { state: 'STOPPED', activity: 'stopped' } as const;
const busy = { slots: null } as const;

/** A VM that runs past its hours, announced at 19:00, due at 19:34, and its journal. */
function aNight(policy: Policy = aPolicy({ rules: [aScheduleRule()] })) {
  const story = aTimeline(policy);
  const entries = new Map<string, JournalEntry>();
  const note = () => {
    for (const entry of story.head.pendingWrites.journal) entries.set(`${entry.at} ${entry.id}`, entry);
  };
  const poll = (clock: string, vm = {}) => {
    story.poll(clock, { vm, ...busy });
    note();
  };
  const carryOut: typeof story.carryOut = (...outcome) => {
    story.carryOut(...outcome);
    note();
  };
  poll('19 18:55');
  poll('19 19:00');
  story.deliver('19 19:04');
  return {
    poll,
    carryOut,
    found: () =>
      stoppedByOthers(mergeAuditLogs(new Map([[lab, [...entries.values()]]]), { actsOnly: false }), policy),
  };
}

describe('machines that another party stopped', () => {
  it('include those that were announced and found at rest before they were due', () => {
    const { poll, found } = aNight();
    expect(found()).toEqual([]);
    poll('19 19:30', stopped);
    expect(found()).toEqual(['project/lab/vm/box']);
  });

  it('include those that were due and found at rest just before the stop, each once', () => {
    const { poll, carryOut, found } = aNight();
    poll('19 19:34');
    carryOut('19 19:35', 'already-so', alreadySo('STOPPING'));
    expect(found()).toEqual(['project/lab/vm/box']);
    poll('19 19:40', stopped);
    expect(found()).toEqual(['project/lab/vm/box']);
  });

  it('do not include those that spendwatch stopped', () => {
    const { poll, carryOut, found } = aNight();
    poll('19 19:34');
    carryOut('19 19:35', 'requested');
    poll('19 19:40', stopped);
    poll('19 19:45', stopped);
    expect(found()).toEqual([]);
  });

  it('do not include those of a rule that only observes, since people are meant to act on it', () => {
    const { poll, found } = aNight(aPolicy({ rules: [aScheduleRule({ mode: 'observe' })] }));
    poll('19 19:30', stopped);
    expect(found()).toEqual([]);
  });

  it('include those of an idle rule too', () => {
    const policy = aPolicy({ rules: [anIdleRule()] });
    const story = aTimeline(policy);
    story.poll('12:00');
    story.deliver('12:00');
    story.poll('12:05', { vm: stopped, ...busy });
    const lines = mergeAuditLogs(new Map([[lab, story.head.pendingWrites.journal]]), { actsOnly: false });
    expect(stoppedByOthers(lines, policy)).toEqual(['project/lab/vm/box']);
  });
});
