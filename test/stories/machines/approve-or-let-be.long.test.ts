import { afterEach, expect, it } from 'vitest';
import { readPolicy } from '../../../lib/config/policy/read-policy.ts';
import { answer } from '../../../lib/jobs/overrides/answer.ts';
import { ProjectId, projectTarget } from '../../../lib/model/ids.ts';
import { isoInstant, minutes } from '../../../lib/model/time/time.ts';
import { renderMessage } from '../../../lib/notify/messages/message.ts';
import { happens, newVm } from '../../../lib/simulators/compute/scenario.ts';
import { at, type Story, tellStory } from '../../support/story.ts';

const project = 'lab';
const lab = projectTarget(null, ProjectId.parse(project));
const before = '2026-03-02T09:00:00Z';
const events = [
  happens(before, { kind: 'open-account', id: 'main', paymentTerms: 'INVOICE' }),
  happens(before, { kind: 'create-project', id: project, account: 'main' }),
  ...['approved', 'denied', 'forgotten', 'late'].map((vm) => newVm(before, project, vm, { priceHr: '0.5' })),
];
const policy = `
version: 1
mode: enforce
caps: { per-run: 10, per-day: 50, share: 100% }
rules:
  - { name: ask first, idle: 3h, then: [{ stop: after 1h, approve: within 2h }] }
`;

let story: Story | undefined;
afterEach(() => story?.close());

const day = (time: string) => at(`2026-03-04T${time}:00Z`);
const ada = (time: string) => ({
  author: 'ada',
  reason: 'the demo is on Friday',
  now: day(time),
  policy: readPolicy(policy, 'policy.yaml'),
  pollEvery: minutes(15),
});

/** The messages about a VM as people read them, without line breaks. */
function told(vm: string): readonly string[] {
  return (story?.said ?? []).flatMap(({ at: when, message }) =>
    message.notifications
      .filter(({ subject }) => subject === `${lab}/vm/${vm}`)
      .map((notice) => {
        const { subject, body } = renderMessage({ ...message, notifications: [notice] }, { zone: 'UTC' });
        return `${isoInstant(when).slice(8, 16)} ${subject} | ${body.replaceAll(/\s+/g, ' ')}`;
      }),
  );
}

it('a stop that needs approval is carried out for the approved VM, and not for the denied, the unanswered or the late one', async () => {
  story = await tellStory({ from: '2026-03-04T00:00:00Z', events, policy, every: minutes(15) });
  await story.runUntil(day('03:30'));
  const { ledger } = story;
  expect(
    await answer(ledger, { ...ada('03:40'), verdict: 'approved', asked: 'approved', rule: null }),
  ).toMatchObject({
    kind: 'placed',
    says: 'the stop of VM approved in project lab (ask first) is approved',
  });
  await answer(ledger, { ...ada('03:40'), verdict: 'denied', asked: 'denied', rule: null });
  await story.runUntil(day('06:00'));
  expect(
    await answer(ledger, { ...ada('06:12'), verdict: 'approved', asked: 'late', rule: null }),
  ).toMatchObject({
    remarks: expect.arrayContaining([
      'The approval is too late and has no effect: not approved by 2026-03-04T04:30:00Z.',
    ]),
  });
  await story.runUntil(at('2026-03-05T03:00:00Z'));

  const log = await ledger.journal(lab, day('00:00'), at('2026-03-07T00:00:00Z'));
  const acts = log.filter(({ event }) => event === 'decided' || event === 'requested');
  expect(acts.map(({ event, subject, by }) => [event, subject, by]).toSorted()).toEqual([
    ['decided', `${lab}/vm/approved`, 'ada'],
    ['requested', `${lab}/vm/approved`, undefined],
  ]);

  // A request states until when and how to approve; no message asks after that.
  const asks =
    /will be stopped if approved .* Once approved, it will be stopped, .*Without approval within 2 h of delivery the action expires\..* spendwatch approve/;
  expect(told('approved')).toEqual([
    expect.stringMatching(asks),
    expect.stringMatching(/^04T04:00 .* stopped, still billed .* was stopped by spendwatch/),
  ]);
  for (const [vm, because] of [
    ['denied', 'denied by ada: the demo is on Friday.'],
    ['forgotten', 'not approved by 2026-03-04 04:30.'],
    ['late', 'not approved by 2026-03-04 04:30.'],
  ] as const) {
    const [first, again, ...more] = told(vm);
    expect(first).toMatch(asks);
    expect(again).toContain(`Next No action: ${because}`);
    expect(again).not.toContain('spendwatch approve');
    expect(more).toEqual([]);
  }
});
