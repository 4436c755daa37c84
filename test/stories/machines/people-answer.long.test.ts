import { afterEach, describe, expect, it } from 'vitest';
import { answer } from '../../../lib/jobs/overrides/answer.ts';
import { keep } from '../../../lib/jobs/overrides/keep.ts';
import { order } from '../../../lib/jobs/overrides/order.ts';
import type { OverrideRequest } from '../../../lib/jobs/overrides/override-outcome.ts';
import { pause } from '../../../lib/jobs/overrides/pause.ts';
import { resume, unkeep } from '../../../lib/jobs/overrides/revoke.ts';
import { silence } from '../../../lib/jobs/overrides/silence.ts';
import { ProjectId, projectTarget } from '../../../lib/model/ids.ts';
import { hours, type Instant, later, minutes } from '../../../lib/model/time/time.ts';
import { happens, newVm } from '../../../lib/simulators/compute/scenario.ts';
import { at, type Story, tellStory } from '../../support/story.ts';

const project = 'lab';
const lab = projectTarget(null, ProjectId.parse(project));
const before = '2026-03-02T09:00:00Z';
const inUse = { workload: { kind: 'constant', cpu: 40, network: 90_000 } } as const;
const events = [
  happens(before, { kind: 'open-account', id: 'main', paymentTerms: 'INVOICE' }),
  happens(before, { kind: 'create-project', id: project, account: 'main' }),
  ...['left', 'other', 'ask-yes', 'ask-no', 'ask-nobody'].map((vm) => newVm(before, project, vm, {})),
  newVm(before, project, 'busy', inUse),
  newVm(before, project, 'web', inUse),
];

const policy = (mode: 'observe' | 'enforce') => `
version: 1
mode: ${mode}
protect: [{ id: web }]
caps: { per-run: 10, per-day: 50, share: 100% }
rules:
  - { name: ask first, idle: 4h, match: { id: ask-* }, then: [{ stop: after 1h, approve: required }] }
  - { name: forgotten, idle: 4h, match: { id: "?????" }, then: [{ stop: after 1h }] }
  - { name: forgotten too, idle: 4h, match: { id: left }, then: [{ stop: after 1h }] }
`;

let story: Story | undefined;
afterEach(() => story?.close());

async function begun(mode: 'observe' | 'enforce', until: string): Promise<Story> {
  story = await tellStory({ from: '2026-03-04T00:00:00Z', events, policy: policy(mode) });
  await story.runUntil(today(until));
  return story;
}

const today = (clock: string): Instant => at(`2026-03-04T${clock}:00Z`);

/** Somebody elsewhere than where the policy lies: what it protects is minded by the turn alone. */
const ada = (clock: string): OverrideRequest => ({
  author: 'ada',
  reason: 'a demo',
  now: later(today(clock), minutes(1)),
  policy: null,
  pollEvery: minutes(5),
});

/** The VMs that rest, as the newest look saw them. */
async function resting({ ledger }: Story): Promise<readonly string[]> {
  const head = await ledger.head(lab);
  if (head?.observation?.kind !== 'project') throw new TypeError('not seen');
  return head.observation.resources.flatMap(({ id, state }) => (state === 'STOPPED' ? [id] : [])).toSorted();
}

const journal = async ({ ledger }: Story) =>
  (await ledger.journal(lab, today('00:00'), later(today('00:00'), hours(48)))).map(
    ({ event, subject, by = null }) => `${event} ${subject.slice(`${lab}/vm/`.length)} ${by}`,
  );

describe('a person answers, and the next turn obeys', () => {
  it('keeps one, approves one, denies one, and leaves one unanswered', async () => {
    const told = await begun('enforce', '03:30');
    const { ledger } = told;
    const answers = [
      await keep(ledger, { ...ada('03:30'), asked: 'other', until: today('08:00') }),
      await answer(ledger, { ...ada('03:30'), verdict: 'approved', asked: 'ask-yes', rule: null }),
      await answer(ledger, { ...ada('03:30'), verdict: 'denied', asked: 'ask-no', rule: null }),
    ];
    expect(answers.map(({ kind }) => kind)).toEqual(['placed', 'placed', 'placed']);
    await told.runUntil(today('05:30'));
    expect(await resting(told)).toEqual(['ask-yes', 'left']);
    expect(await journal(told)).toEqual(
      expect.arrayContaining([
        'override-placed ask-yes ada',
        'override-placed ask-no ada',
        'decided ask-yes ada',
      ]),
    );

    expect(await unkeep(ledger, { ...ada('05:30'), asked: 'other' })).toMatchObject({ kind: 'revoked' });
    await told.runUntil(today('07:30'));
    expect(await resting(told)).toEqual(['ask-yes', 'left', 'other']);
  });

  it('pauses everything, and resumes', async () => {
    const told = await begun('enforce', '03:30');
    await pause(told.ledger, { ...ada('03:30'), asked: '*', until: today('20:00') });
    await told.runUntil(today('05:00'));
    expect(await resting(told)).toEqual([]);
    expect(await resume(told.ledger, { ...ada('05:00'), asked: '*' })).toMatchObject({ kind: 'revoked' });
    // Announced anew, with the whole grace once more (invariant 2).
    await told.runUntil(today('05:20'));
    expect(await resting(told)).toEqual([]);
    await told.runUntil(today('06:30'));
    expect(await resting(told)).toEqual(['left', 'other']);
  });

  it('silences a rule: nothing is done for it, and the rest goes on', async () => {
    const told = await begun('enforce', '03:30');
    await silence(told.ledger, { ...ada('03:30'), asked: 'forgotten/lab', until: today('05:00') });
    await told.runUntil(today('05:00'));
    expect(await resting(told)).toEqual(['left']);
    await told.runUntil(today('05:45'));
    expect(await resting(told)).toEqual(['left']);
    await told.runUntil(today('06:30'));
    expect(await resting(told)).toEqual(['left', 'other']);
  });

  it('has one VM stopped and started at once, also by a policy that only observes, and each once', async () => {
    const told = await begun('observe', '00:30');
    const { ledger } = told;
    await order(ledger, { ...ada('00:30'), action: 'stop', asked: 'busy' });
    await told.runUntil(today('00:45'));
    expect(await resting(told)).toEqual(['busy']);
    await order(ledger, { ...ada('00:45'), action: 'start', asked: 'busy' });
    await told.runUntil(today('02:00'));
    expect(await resting(told)).toEqual([]);
    const acts = (await journal(told)).filter((line) =>
      /^(override-placed|requested|confirmed) busy/.test(line),
    );
    expect(acts).toEqual([
      'override-placed busy ada',
      'requested busy ada',
      'confirmed busy ada',
      'override-placed busy ada',
      'requested busy ada',
      'confirmed busy ada',
    ]);
  });

  it('has nothing done to what is protected, and is told', async () => {
    const told = await begun('enforce', '00:30');
    expect(await order(told.ledger, { ...ada('00:30'), action: 'stop', asked: 'web' })).toMatchObject({
      kind: 'placed',
    });
    await told.runUntil(today('01:45'));
    expect(await resting(told)).toEqual([]);
    expect(told.notifications().filter(({ subject }) => subject === `${lab}/vm/web`)).toMatchObject([
      { kind: 'action-failed', action: 'stop', by: 'ada', because: 'the policy protects it' },
    ]);
  });
});
