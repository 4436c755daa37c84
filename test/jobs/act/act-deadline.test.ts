import { expect, it } from 'vitest';
import { failing } from '../../support/clouds/scripted-cloud.ts';
import { anActor, waitingStops } from './an-actor.ts';

it('with a slow cloud, actions that a run of act has no time left for give back their caps, and an order waits for the next run (invariant 21)', async () => {
  const head = waitingStops('a', 'b', 'c');
  const intents = head.intents.map((intent, nth) =>
    nth < 2 ? intent : { ...intent, by: 'ada', alert: null },
  );
  const time = new AbortController();
  const getVm = () => {
    time.abort();
    throw failing('timeout', 'no answer');
  };
  const actor = await anActor([{ ...head, intents }], { answers: { getVm } });
  const { carried } = await actor.run('11:00', ['mail'], { until: time.signal });
  expect(actor.cloud.asked.filter((question) => question.startsWith('getVm'))).toEqual(['getVm lab/a']);
  expect(carried.map(({ outcome }) => outcome.because)).toEqual([
    'it could not be read again: scripted: no answer',
    'the run reached its time limit before the action could begin',
  ]);
  expect(await actor.head()).toMatchObject({ intents: [{ by: 'ada', state: { kind: 'waiting' } }] });
  expect((await actor.ledger.control()).actions).toMatchObject([{ intent: intents[2]?.id }]);
});
