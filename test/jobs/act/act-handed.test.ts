import { describe, expect, it } from 'vitest';
import { readHandedTargets } from '../../../lib/jobs/lambda/shard.ts';
import { ProjectId, projectTarget } from '../../../lib/model/ids.ts';
import { concerns } from '../../../lib/model/shard.ts';
import { aFreshnessRule } from '../../support/builders/account-rule-builders.ts';
import { aHead, anObservation, lab } from '../../support/builders/observation-builders.ts';
import { aPolicy } from '../../support/builders/policy-builders.ts';
import { on } from '../../support/timeline.ts';
import { anActor, announced, waitingStops } from './an-actor.ts';

const shop = projectTarget(null, ProjectId.parse('shop'));
/** What Lambda hands on from a run of the third shard that found something for these targets. */
const from = (index: number, ...act: readonly string[]) =>
  readHandedTargets({ responsePayload: { index, count: 4, act } });

describe('the targets that a run of watch hands on', () => {
  it('are the only ones that are read and sent', async () => {
    const read: unknown[] = [];
    const actor = await anActor([announced(), { ...announced(), target: shop }], {
      worsen: (inner) => ({
        ...inner,
        heads: (shard) => {
          read.push(shard);
          return inner.heads(shard);
        },
      }),
    });
    expect(await actor.run('10:02', ['mail'], from(2, lab))).toMatchObject({ delivered: 1, heads: null });
    expect(read).toEqual([]);
    expect((await actor.ledger.head(shop))?.outbox).toHaveLength(1);
  });

  it('are sent by the next sweep when they are lost (invariant 8)', async () => {
    const actor = await anActor([announced()]);
    expect(await actor.run('10:02', ['mail'], from(2))).toMatchObject({ delivered: 0 });
    expect(
      await actor.run(
        '10:07',
        ['mail'],
        readHandedTargets({ responsePayload: { index: 0, count: 4, act: [] } }),
      ),
    ).toMatchObject({
      delivered: 1,
    });
  });

  it.each([
    undefined,
    {},
    { responsePayload: null },
    { requestPayload: { shard: 2 }, responsePayload: { errorType: 'Error' } },
  ])('are all targets after %j', (event) => {
    expect(readHandedTargets(event)).toEqual({});
  });

  it('are checked against the caps with everything that waits and runs elsewhere (invariant 4)', async () => {
    const others = { ...waitingStops('b', 'c', 'd'), target: shop };
    const stops = waitingStops('a');
    const caps = { perRun: 3, perDay: 20, share: 100 };
    const actor = await anActor(
      [stops, { ...others, intents: others.intents.map((intent) => ({ ...intent, target: shop })) }],
      {
        policy: aPolicy({ caps }),
      },
    );
    expect(await actor.run('11:01', ['mail'], from(2, lab))).toMatchObject({ carried: [] });
    expect(actor.lines).toContainEqual(expect.stringContaining('caps-held 4 3'));
  });

  it('let the second shard report that the first is not polled (invariant 15)', async () => {
    const policy = aPolicy({ rules: [aFreshnessRule()] });
    const projects = Array.from({ length: 40 }, (_, number) =>
      projectTarget(null, ProjectId.parse(`p${number}`)),
    );
    const first = projects.find((target) => concerns({ index: 0, count: 4 }, target)) ?? expect.fail();
    const silent = aHead({
      target: first,
      polledAt: on('10:00'),
      observation: anObservation({ at: on('10:00') }),
    });
    const actor = await anActor([silent], { policy });
    expect(await actor.run('10:15', ['mail'], from(2))).toMatchObject({ delivered: 0 });
    expect(await actor.run('10:15', ['mail'], from(1))).toMatchObject({ delivered: 1 });
  });
});
