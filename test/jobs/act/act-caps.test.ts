import { describe, expect, it } from 'vitest';
import { IntentId, ProjectId, projectTarget, Subject } from '../../../lib/model/ids.ts';
import { later, minutes } from '../../../lib/model/time/time.ts';
import type { Head } from '../../../lib/state/head.ts';
import type { Intent } from '../../../lib/state/intent.ts';
import { aHead, anObservation, aVm, lab } from '../../support/builders/observation-builders.ts';
import { aPolicy } from '../../support/builders/policy-builders.ts';
import { boxOnTheWire } from '../../support/clouds/platform.ts';
import { type Answers, failing } from '../../support/clouds/scripted-cloud.ts';
import { on } from '../../support/timeline.ts';
import { anActor } from './an-actor.ts';
import { dueAction } from './due-acts.ts';

const deletion = dueAction('a deletion');
const start = dueAction('a start');
const rules = [deletion, start].flatMap(({ rule }) => rule ?? []);
const caps = { perRun: 5, perDay: 20, share: 100 };
const policy = aPolicy({ rules, caps });
const intentIn = ({ head }: { readonly head: Head }): Intent => head.intents[0] ?? expect.fail('no intent');

/** The same action on another VM, decided at this time. */
function like(intent: Intent, vm: string, clock: string): Intent {
  const subject = Subject.parse(`${lab}/vm/${vm}`);
  const id = IntentId.parse(`${subject}#${intent.rule}#${intent.kind}#${clock}`);
  const decidedAt = on(clock);
  return { ...intent, id, subject, decidedAt, expiresAt: later(decidedAt, minutes(10)) };
}
const names = (count: number): string[] => Array.from({ length: count }, (_, nth) => `old-${nth}`);

/** So many VMs to delete and one to start, all decided at this time. */
function crowded(count: number, clock: string): Head {
  const { head } = deletion;
  const of = names(count).map((name) => Subject.parse(`${lab}/vm/${name}`));
  return {
    ...head,
    alerts: head.alerts,
    stops: [
      ...of.flatMap((subject) => head.stops.map((stop) => ({ ...stop, subject }))),
      ...start.head.stops,
    ],
    intents: [
      ...names(count).map((name) => like(intentIn(deletion), name, clock)),
      like(intentIn(start), 'box', clock),
    ],
  };
}

/** A project in which fifty VMs run. */
const elsewhere: Head = aHead({
  target: projectTarget(null, ProjectId.parse('site')),
  observation: anObservation({ resources: names(50).map((id) => aVm({ id })) }),
});

const answers: Answers = {
  ...deletion.shows(),
  getVm: ({ id }) => ({ VM: boxOnTheWire({ id, state: 'STOPPED' }) }),
};

async function anActorOf(count: number, ofPolicy = policy) {
  const actor = await anActor([crowded(count, '29 11:20'), elsewhere], { policy: ofPolicy, answers });
  return {
    ...actor,
    /** The turn makes the same decisions once more. */
    async decideAgain(clock: string) {
      const { intents } = crowded(count, clock);
      const head = await actor.head();
      await actor.ledger.commit({ ...head, seq: head.seq + 1, intents: intents.slice(0, -1) });
    },
    asked: () => actor.requests.map(({ operation }) => operation),
  };
}

describe('ten deletions that are due under a cap of five (invariant 4)', () => {
  it('are all held back, while the start that is due is carried out', async () => {
    const actor = await anActorOf(10);
    const { carried } = await actor.run('29 11:20');
    expect(actor.asked()).toEqual(['startVm']);
    expect(carried).toMatchObject([{ intent: { kind: 'start' }, outcome: { kind: 'requested' } }]);
    const head = await actor.head();
    expect(head.intents).toMatchObject([{ kind: 'start', state: { kind: 'requested' } }]);
    const held = head.pendingWrites.journal.filter(({ event }) => event === 'held');
    expect(held.map(({ subject }) => subject)).toEqual(names(10).map((name) => `${lab}/vm/${name}`));
    expect((await actor.ledger.control()).actions).toEqual([]);
  });

  it('are reported once a day, and again on the next', async () => {
    const actor = await anActorOf(10);
    for (const clock of ['29 11:20', '29 11:25', '29 23:55', '30 00:00', '30 00:05']) {
      await actor.decideAgain(clock);
      await actor.run(clock);
      await actor.run(clock);
    }
    expect(actor.requests).toEqual([]);
    expect(actor.sent.map(({ id, at }) => [id, at])).toEqual([
      [`${lab}#caps#2026-11-29T00:00:00Z`, on('29 11:20')],
      [`${lab}#caps#2026-11-30T00:00:00Z`, on('30 00:00')],
    ]);
    expect(actor.told).toMatchObject([
      {
        kind: 'caps-held',
        wanted: 10,
        allowed: 5,
        because: '10 actions are due, and the cap of 5 in one run allows 5: none is carried out',
      },
      { kind: 'caps-held' },
    ]);
  });
});

describe('caps', () => {
  it.each([
    ['refuses', 'conflict', {}],
    ['already shows as deleted', null, { state: 'DELETED' }],
    ['shows as another resource', null, { createTime: '2026-11-20T00:00:00Z' }],
    ['cannot show', 'unavailable', null],
  ] as const)('do not count an action on what the platform %s (invariant 21)', async (_, failure, shown) => {
    const fails = () => {
      throw failing(failure ?? 'conflict');
    };
    const actor = await anActor([crowded(5, '29 11:20'), elsewhere], {
      policy,
      answers: {
        ...answers,
        ...(shown === null
          ? { getVm: fails }
          : { getVm: ({ id }) => ({ VM: boxOnTheWire({ id, state: 'STOPPED', ...shown }) }) }),
        terminateVm: fails,
      },
    });
    const { carried } = await actor.run('29 11:20');
    expect(carried.filter(({ intent }) => intent.kind === 'terminate')).toHaveLength(5);
    expect(await actor.ledger.control()).toMatchObject({ actions: [] });
  });

  it('count an action without a clear answer, since it may have been done (invariants 4, 21)', async () => {
    const fails = () => {
      throw failing('timeout');
    };
    const actor = await anActor([crowded(5, '29 11:20'), elsewhere], {
      policy,
      answers: { ...answers, terminateVm: fails },
    });
    await actor.run('29 11:20');
    expect((await actor.ledger.control()).actions).toHaveLength(5);
  });

  it('stay too tight, never too wide, where reserved actions that were not done cannot be given back (invariant 21)', async () => {
    let commits = 0;
    const actor = await anActor([crowded(5, '29 11:20'), elsewhere], {
      policy,
      answers: { ...answers, getVm: () => ({ VM: boxOnTheWire({ state: 'ACTIVE' }) }) },
      worsen: (inner) => ({
        ...inner,
        async commitControl(control) {
          commits += 1;
          return commits === 1 ? inner.commitControl(control) : 'lost';
        },
      }),
    });
    await actor.run('29 11:20');
    expect((await actor.ledger.control()).actions).toHaveLength(5);
    expect(actor.lines).toContainEqual(expect.stringContaining('caps-not-given-back 5 '));
  });

  it.each([
    ['of a day', { perRun: 100, perDay: 7 }, 4, 'the cap of 7 in 24 hours allows 3'],
    ['by share of all resources', { perRun: 100, share: 10 }, 6, 'the cap of 10 % of 51 VMs and machines'],
  ])('%s hold back actions as the cap of a run does', async (_, changes, count, because) => {
    const actor = await anActorOf(count, { ...policy, caps: { ...caps, ...changes } });
    const control = await actor.ledger.control();
    const actions = names(4).map((name) => ({ intent: IntentId.parse(name), at: on('28 12:00') }));
    await actor.ledger.commitControl({ ...control, seq: control.seq + 1, actions });
    await actor.run('29 11:20');
    expect(actor.asked()).toEqual(['startVm']);
    await actor.run('29 11:21');
    expect(actor.told).toMatchObject([{ kind: 'caps-held', because: expect.stringContaining(because) }]);
  });

  it('that cannot be reserved block the actions, while starts go on', async () => {
    const actor = await anActor([crowded(2, '29 11:20'), elsewhere], {
      policy,
      answers,
      worsen: (inner) => ({ ...inner, commitControl: async () => 'lost' as const }),
    });
    await actor.run('29 11:20');
    expect(actor.requests.map(({ operation }) => operation)).toEqual(['startVm']);
    expect((await actor.head()).intents).toMatchObject([
      { kind: 'terminate', state: { kind: 'waiting' } },
      { kind: 'terminate', state: { kind: 'waiting' } },
      { kind: 'start', state: { kind: 'requested' } },
    ]);
  });
});
