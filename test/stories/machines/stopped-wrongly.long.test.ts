import { afterEach, expect, it } from 'vitest';
import { readPolicy } from '../../../lib/config/policy/read-policy.ts';
import { sendDigest } from '../../../lib/jobs/digest/send-digest.ts';
import { explainSubject } from '../../../lib/jobs/queries/explain-subject.ts';
import { ProjectId, projectTarget } from '../../../lib/model/ids.ts';
import { defaultIntervals } from '../../../lib/model/time/intervals.ts';
import { type Instant, isoInstant, later, minutes } from '../../../lib/model/time/time.ts';
import { renderMessage } from '../../../lib/notify/messages/message.ts';
import { happens, newVm } from '../../../lib/simulators/compute/scenario.ts';
import type { Message } from '../../../lib/state/notification.ts';
import { setClock } from '../../support/set-clock.ts';
import { at, type Story, tellStory } from '../../support/story.ts';

const project = 'lab';
const lab = projectTarget(null, ProjectId.parse(project));
const began = '2026-03-02T00:00:00Z';
const events = [
  happens(began, { kind: 'open-account', id: 'main', paymentTerms: 'INVOICE' }),
  happens(began, { kind: 'create-project', id: project, account: 'main' }),
  newVm(began, project, 'box', { priceHr: '0.5' }),
];
const policy = `
version: 1
mode: enforce
protect: []
caps: { per-run: 3, per-day: 3, share: 100% }
alerts: { digest: { at: "08:00" } }
rules:
  - { name: unused machines, idle: learned, cool-off: 1h, then: [{ stop: after 1h }] }
`;

let story: Story | undefined;
afterEach(() => story?.close());

/** Runs until the VM is seen stopped. */
async function untilStopped(from: Instant, told: Story): Promise<Instant> {
  for (let now = from; now < later(from, minutes(7 * 24 * 60)); now = later(now, minutes(15))) {
    await told.runUntil(now);
    const head = await told.ledger.head(lab);
    if (head?.observation?.kind === 'project' && head.observation.resources[0]?.activity === 'stopped')
      return now;
  }
  return expect.fail('it was never stopped');
}

it('a VM that a person starts an hour after its stop was stopped wrongly: the digest reports that, and its next stop needs half the risk', async () => {
  story = await tellStory({ from: began, events, policy, every: minutes(15) });
  const { ledger, world } = story;
  const stoppedAt = await untilStopped(at(began), story);
  await story.runUntil(later(stoppedAt, minutes(60)));
  world.perform({ kind: 'start-vm', project, vm: 'box' });
  await story.runUntil(later(stoppedAt, minutes(90)));

  const head = await ledger.head(lab);
  expect(head?.stops).toMatchObject([{ wrong: [stoppedAt] }]);
  const log = [
    ...(await ledger.journal(lab, stoppedAt, later(stoppedAt, minutes(120)))),
    ...(head?.pendingWrites.journal ?? []),
  ];
  expect(log.filter(({ event }) => event === 'wrong-stop')).toMatchObject([
    { because: 'the stop was wrong: the VM was started again after 1 h 15 min, within 8 h' },
  ]);

  const sent: Message[] = [];
  const morning = at(`${isoInstant(later(stoppedAt, minutes(24 * 60))).slice(0, 10)}T08:00:00Z`);
  await story.runUntil(morning);
  await sendDigest(
    {
      clock: setClock(morning),
      ledger,
      log: () => {},
      notifiers: [
        {
          route: 'mail',
          send: async (message) => {
            sent.push(message);
            return { kind: 'delivered' };
          },
        },
      ],
    },
    { policy: readPolicy(policy, 'story.yaml') },
  );
  const { body } = renderMessage(sent[0] ?? expect.fail('nothing was sent'), { zone: 'UTC' });
  expect(body.replace(/\s+/g, ' ')).toContain(
    'Stops 1 of 1 by idle rules in the last 28 days was wrong: VM box in project lab, started again after 1 h 15 min',
  );

  // After a wrong stop, the rule must allow twice the risk that the VM has now.
  const verdictAt = async (risk: string) => {
    const asked = readPolicy(policy.replace('idle: learned', `idle: learned, risk: ${risk}%`), 'story.yaml');
    const question = { asked: 'box', policy: asked, intervals: defaultIntervals, now: morning };
    const answer = await explainSubject(ledger, question);
    if (answer.kind !== 'explained') return expect.fail('nothing was explained');
    return answer.explanations[0]?.verdicts[0];
  };
  const free = await verdictAt('50');
  const risk = free?.figures?.kind === 'idle' ? (free.figures.risk ?? 0) * 100 : 0;
  expect(risk).toBeGreaterThan(0);
  expect(await verdictAt((risk * 2.1).toFixed(2))).toMatchObject({ kind: 'breached' });
  const careful = await verdictAt((risk * 1.9).toFixed(2));
  expect(careful).toMatchObject({ kind: 'clear' });
  expect(careful?.because).toContain('after 1 wrong stop of this VM in four weeks');
});
