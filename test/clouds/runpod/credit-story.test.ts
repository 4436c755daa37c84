import { expect, it } from 'vitest';
import { hours, later } from '../../../lib/model/time/time.ts';
import { createVolume } from '../../../lib/simulators/runpod/world/holdings.ts';
import { findByName } from '../../../lib/simulators/runpod/world/ids.ts';
import { start } from '../../simulators/runpod/an-account.ts';
import { account, aWatchedAccount } from './a-watched-account.ts';
import { before, onVolume, pod } from './story-pods.ts';

it('an alert reports before credit runs out what is lost, stopped and still billed then', async () => {
  const story = aWatchedAccount({
    credit: 120,
    policy: `
version: 1
rules:
  - { name: credit, runway: [6h] }
`,
    script: [
      before((state) => createVolume(state, { name: 'datasets', gb: 730 })),
      pod('trainer', 'training'),
      pod('server', 'serving', onVolume('datasets')),
    ],
  });
  await story.runUntil(later(start, hours(2)));
  const trainer = findByName(story.world.state().pods, 'trainer');
  const [first] = story.said.flatMap(({ message }) => message.notifications);
  expect(first).toMatchObject({
    subject: account,
    rule: 'credit',
    because: expect.stringContaining(
      `then the platform deletes 1 pod (${trainer.name}), stops 1 pod and keeps 1 network volume for now, still billed at about 0.07 USD/h`,
    ),
  });
  await story.runUntil(later(start, hours(8)));
  const { pods: left, volumes } = story.world.state();
  const statuses = [...left.values()].map(({ life }) => life.map(({ status }) => status).slice(-2));
  expect(statuses).toEqual([
    ['RUNNING', 'TERMINATED'],
    ['RUNNING', 'EXITED'],
  ]);
  expect(findByName(volumes, 'datasets').deletedAt).toBeNull();
});

it('an account that pays by invoice has no runway', async () => {
  const story = aWatchedAccount({
    mode: 'POSTPAID',
    credit: 1,
    policy: 'version: 1\nrules:\n  - { name: credit, runway: [24h] }\n',
    script: [pod('trainer', 'training')],
  });
  await story.runUntil(later(start, hours(1)));
  expect(story.said.flatMap(({ message }) => message.notifications)).toEqual([]);
});
