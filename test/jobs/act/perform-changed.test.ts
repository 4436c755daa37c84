import { describe, expect, it } from 'vitest';
import { isDestructive } from '../../../lib/model/action-kind.ts';
import { Subject } from '../../../lib/model/ids.ts';
import { isoInstant, later, minutes, seconds } from '../../../lib/model/time/time.ts';
import type { Override } from '../../../lib/state/override.ts';
import { lab } from '../../support/builders/observation-builders.ts';
import { quietSamples } from '../../support/clouds/platform.ts';
import type { Answers } from '../../support/clouds/scripted-cloud.ts';
import { on } from '../../support/timeline.ts';
import { anActor } from './an-actor.ts';
import { after, expectCancelled, intentIn, word } from './cancelled-act.ts';
import { actsThat, dueAction, everyAction } from './due-acts.ts';

describe.each(everyAction)('%s is cancelled when (invariant 5)', (name) => {
  const due = dueAction(name);

  it('another resource has its name', async () => {
    const changed = due.shows({ createTime: '2026-11-20T00:00:00Z' });
    await expectCancelled(due, { answers: changed }, 'another resource now has its name');
  });

  it('the platform no longer reports its time of creation', async () => {
    await expectCancelled(
      due,
      { answers: due.shows({ createTime: undefined }) },
      'another resource now has its name',
    );
  });

  it('a person has kept it since (invariant 3)', async () => {
    const { subject } = intentIn(due);
    const keep: Override = { kind: 'keep', ...word(due), subject };
    await expectCancelled(due, { told: [keep] }, 'kept by ada until');
  });

  it('the policy protects it now (invariant 3)', async () => {
    const id = intentIn(due).subject.split('/').at(-1) ?? '';
    const policy = { ...due.policy, protect: [{ kind: 'matching' as const, match: { id } }] };
    await expectCancelled(due, { policy }, 'the policy protects it');
  });

  it('it is in an unknown state (invariant 1)', async () => {
    const odd = due.shows({ state: 'ODD', powerState: 'ODD' });
    await expectCancelled(due, { answers: odd }, '(ODD)');
  });
});

describe.each(actsThat(({ request }) => /Vm$|Image$/.test(request.operation)))(
  '%s is cancelled when its metadata (invariant 3)',
  (name) => {
    const due = dueAction(name);
    it.each([
      ['keeps it', { spendwatch: 'keep' }, 'its metadata says spendwatch: keep'],
      [
        'keeps it until a later time',
        { 'spendwatch-keep-until': '2027-01-01T00:00:00Z' },
        'to keep it until 2027-01-01',
      ],
      ['is not shown', null, 'does not show whether people keep it'],
    ])('%s', async (_, metadata, because) => {
      await expectCancelled(due, { answers: due.shows({ metadata }) }, because);
    });
  },
);

describe.each(everyAction)('%s does not begin while actions are paused', (name) => {
  const due = dueAction(name);

  it.each([
    ['everywhere', {}],
    ['in its project', { project: 'l*' }],
  ])('%s, and is left to expire (invariant 13)', async (_, where) => {
    const { actor, outcome } = await after(due, { told: [{ kind: 'pause', ...word(due), ...where }] });
    expect(outcome).toBeNull();
    expect(actor.cloud.asked).toEqual([]);
    expect(await actor.head()).toMatchObject({ seq: 1, intents: [{ state: { kind: 'waiting' } }] });
    expect((await actor.ledger.control()).actions).toEqual([]);
  });
});

it.each(actsThat((due) => intentIn(due).alert !== null))(
  '%s is cancelled when its announcement was denied since, but not by the denial of another one',
  async (name) => {
    const due = dueAction(name);
    const { alert: key, subject } = intentIn(due);
    const announced = due.head.alerts.find((alert) => alert.key === key)?.announcement;
    const announcement = announced?.message ?? expect.fail('it was not announced');
    const no = { kind: 'answer', verdict: 'denied', ...word(due), subject, announcement } as const;
    await expectCancelled(due, { told: [no] }, 'denied by ada: a demo');
    const ofAnother = { ...no, subject: Subject.parse(`${lab}/vm/other`) };
    expect((await after(due, { told: [ofAnother] })).outcome).toMatchObject({ kind: 'requested' });
  },
);

it.each(actsThat((due) => isDestructive(due.action) && intentIn(due).by === null))(
  '%s is cancelled when a person has ordered a start since, which the next poll takes up',
  async (name) => {
    const due = dueAction(name);
    const { subject } = intentIn(due);
    const begun = later(on(due.clock), seconds(30));
    const order: Override = { kind: 'order', ...word(due), at: begun, action: 'start', subject };
    const actor = await anActor([due.head], { policy: due.policy, answers: due.shows() });
    await actor.ledger.putOverride(order);
    expect((await actor.run(isoInstant(later(begun, seconds(1))))).carried).toMatchObject([
      { outcome: { kind: 'cancelled', because: 'ada ordered it to be started: a demo' } },
    ]);
    expect(actor.requests).toEqual([]);
  },
);

describe.each(actsThat(({ request }) => request.operation.startsWith('patch')))(
  '%s is cancelled when the machine itself (invariants 1, 5)',
  (name) => {
    const due = dueAction(name);
    it.each(['CREATING', 'DEPLOYING', 'UPDATING', 'DELETING', 'FAILED', 'STATE_UNSPECIFIED'])(
      'is %s, whatever its power state',
      async (state) => {
        const objection = due.action === 'power-off' ? 'it is not running' : 'it is not stopped';
        await expectCancelled(due, { answers: due.shows({ state }) }, `${objection} (${state})`);
      },
    );

    it('reports no state', async () => {
      await expectCancelled(due, { answers: due.shows({ state: undefined }) }, '(STATE_UNSPECIFIED)');
    });
  },
);

describe.each(actsThat(({ request }) => /^(stop|start|terminate)Vm$|Image$/.test(request.operation)))(
  '%s is cancelled when the VM is in a transitional state or failed (invariants 1, 5)',
  (name) => {
    const due = dueAction(name);
    it.each(['CLONING', 'MIGRATING', 'RESIZING', 'CREATING_SNAPSHOT', 'RECREATING', 'DELETING', 'FAILED'])(
      'such as %s',
      async (state) => {
        await expectCancelled(due, { answers: due.shows({ state }) }, `(${state})`);
      },
    );
  },
);

describe('what was started again since is left alone (invariants 5, 6)', () => {
  it.each(['an image', 'a deletion'])('%s', async (name) => {
    const due = dueAction(name);
    await expectCancelled(due, { answers: due.shows({ state: 'ACTIVE' }) }, 'it is not stopped (ACTIVE)');
  });

  it('and so is a VM that was stopped and started, and so looks as before', async () => {
    const due = dueAction('a stop');
    const [older, booted] = [quietSamples(on('10:55')), { timestamp: on('11:01') / 1_000, cpu: 12 }];
    const counters = { netRx: '0', netTx: '0', diskRdBytes: '0', diskWrBytes: '0' };
    const actor = await anActor([due.head], {
      policy: due.policy,
      answers: { ...due.shows(), monitorVm: () => [...older, { ...booted, ...counters }] },
    });
    expect((await actor.run('11:02')).carried).toMatchObject([
      { outcome: { kind: 'cancelled', because: 'it was started again at 2026-11-21T11:01:00Z' } },
    ]);
    expect(actor.requests).toEqual([]);
  });

  it.each(['a power-off of a machine', 'a power-off of a cluster machine'])(
    'and so is %s that reboots',
    async (name) => {
      const due = dueAction(name);
      const reboots = due.shows({ powerState: 'REBOOTING' });
      await expectCancelled(due, { answers: reboots }, 'it is not running (REBOOTING)');
    },
  );
});

describe('a deletion is cancelled', () => {
  const due = dueAction('a deletion');

  it('when the VM was committed since (invariant 3)', async () => {
    const committed = due.shows({ commitmentEndTime: '2027-01-01T00:00:00Z' });
    await expectCancelled(due, { answers: committed }, 'it is committed until 2027-01-01T00:00:00Z');
  });

  it.each([
    ['COMMITMENT_TERM_12_MONTHS', 'it is committed until 2027-11-01T12:00:00Z'],
    [
      'COMMITMENT_TERM_2_YEARS',
      'it counts as committed, since the platform does not show when its commitment ends; if that has ended, delete it on the platform',
    ],
  ])('when the platform shows the term %s and no end (invariant 3)', async (commitmentTerm, because) => {
    await expectCancelled(due, { answers: due.shows({ commitmentTerm }) }, because);
  });

  it.each([
    ['is gone', [], 'is not there'],
    ['is another', [{ id: 'spendwatch-box-another', state: 'READY' }], 'is not there'],
    ['is not ready', [{ id: intentIn(due).image, state: 'UPDATING' }], 'is UPDATING'],
    ['failed', [{ id: intentIn(due).image, state: 'FAILED' }], 'is FAILED'],
    ['is in an unknown state', [{ id: intentIn(due).image }], 'is UNKNOWN'],
  ])('when its image %s (invariant 1)', async (_, images, because) => {
    const changed: Answers = { listImages: () => images };
    await expectCancelled(due, { answers: changed }, `its image ${intentIn(due).image} ${because}`);
  });

  it('but not for a commitment that has ended', async () => {
    const over = due.shows({ commitmentEndTime: '2026-11-02T00:00:00Z' });
    expect((await after(due, { answers: over })).outcome).toMatchObject({ kind: 'requested' });
  });
});

it('nothing begins that was decided more than ten minutes ago', async () => {
  for (const name of everyAction) {
    const due = dueAction(name);
    const actor = await anActor([due.head], { policy: due.policy, answers: due.shows() });
    await actor.run(isoInstant(later(on(due.clock), minutes(11))));
    expect(actor.cloud.asked).toEqual([]);
  }
});
