import { afterEach, expect, it } from 'vitest';
import { ProjectId, projectTarget } from '../../../lib/model/ids.ts';
import { hours, later, minutes } from '../../../lib/model/time/time.ts';
import { happens, newVm } from '../../../lib/simulators/compute/scenario.ts';
import { at, type Story, tellStory } from '../../support/story.ts';

const account = 'main';
const project = 'lab';
const events = [
  happens('2026-03-01T08:00:00Z', { kind: 'open-account', id: account, paymentTerms: 'INVOICE' }),
  happens('2026-03-01T08:00:00Z', { kind: 'create-project', id: project, account }),
  newVm('2026-03-02T00:00:00Z', project, 'forgotten', { priceHr: '0.62' }),
  newVm('2026-03-02T00:00:00Z', project, 'nightly', {
    priceHr: '0.5',
    workload: { kind: 'nightly', fromHour: 3, hours: 1 },
  }),
];
const policy = `
version: 1
mode: enforce
protect: []
caps: { per-run: 3, per-day: 3, share: 100% }
rules:
  - { name: unused machines, idle: learned, then: [{ stop: after 1h }] }
`;
const lab = projectTarget(null, ProjectId.parse(project));

let story: Story | undefined;
afterEach(() => story?.close());

async function stopped(): Promise<readonly string[]> {
  const head = await story?.ledger.head(lab);
  if (head?.observation?.kind !== 'project') throw new TypeError('not seen');
  return head.observation.resources.filter(({ activity }) => activity === 'stopped').map(({ id }) => id);
}

it('stops a forgotten VM within days, and never one in the evening before its nightly job', async () => {
  story = await tellStory({ from: '2026-03-02T00:00:00Z', events, policy, every: minutes(15) });
  await story.runUntil(at('2026-03-02T22:00:00Z'));
  expect(await stopped()).toEqual([]);

  // Stopped by day, in which it is not used, it would have no job to wait for.
  await story.ledger.putOverride({
    kind: 'keep',
    id: 'by-day',
    author: 'ann',
    reason: 'the job needs it running',
    at: at('2026-03-02T22:00:00Z'),
    until: at('2026-03-05T18:30:00Z'),
    subject: `${lab}/vm/nightly`,
  });
  await story.runUntil(at('2026-03-06T01:00:00Z'));
  expect(await stopped()).toEqual(['forgotten']);
  const [announced] = story.said.flatMap(({ message }) => message.notifications);
  expect(announced?.because).toMatch(
    /^idle for .*after this time of day it stayed quiet on all of \d recent days?\. Risk of stopping it wrongly: 2 to 9 %\.$/,
  );

  // What is known of its use comes from the samples alone: without it, the same is known after the next poll.
  const use = await story.ledger.use(lab);
  expect(use?.of.size).toBe(2);
  expect(use && later(use.until, hours(14))).toBeGreaterThan(at('2026-03-06T01:00:00Z'));
});
