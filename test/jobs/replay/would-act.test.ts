import { expect, it } from 'vitest';
import { wouldAct } from '../../../lib/jobs/replay/run-recording.ts';
import { IntentId, Subject } from '../../../lib/model/ids.ts';
import { defaultIntervals } from '../../../lib/model/time/intervals.ts';
import { memoryLedger } from '../../../lib/record/memory-ledger.ts';
import { lab } from '../../support/builders/observation-builders.ts';
import { aPolicy } from '../../support/builders/policy-builders.ts';
import { on } from '../../support/timeline.ts';
import { waitingStops } from '../act/an-actor.ts';

it.each([
  [5, ['stop', 'stop', 'start']],
  [1, ['start']],
])('of two stops and a start, a cap of %i allows %j', async (perRun, acts) => {
  const head = waitingStops('a', 'b');
  const [stop] = head.intents;
  const start = {
    ...(stop ?? expect.fail('no intent')),
    id: IntentId.parse('start'),
    subject: Subject.parse(`${lab}/vm/c`),
    kind: 'start' as const,
  };
  const ledger = memoryLedger();
  await ledger.commit({ ...head, seq: 1, intents: [...head.intents, start] });
  const policy = aPolicy({ caps: { perRun, perDay: 20, share: 100 } });
  const would = await wouldAct({ ledger, policy, intervals: defaultIntervals, now: on('11:00') });
  expect(would.actions.map(({ kind }) => kind)).toEqual(acts);
  const stored = await ledger.head(lab);
  expect(stored?.intents.map(({ kind, state }) => [kind, state.kind])).toEqual(
    acts.map((action) => [action, 'requested']),
  );
});
