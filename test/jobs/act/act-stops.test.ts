import { describe, expect, it } from 'vitest';
import { IntentId } from '../../../lib/model/ids.ts';
import { subjectParts } from '../../../lib/model/subject.ts';
import { minutes } from '../../../lib/model/time/time.ts';
import { LedgerError } from '../../../lib/record/ledger.ts';
import type { Intent } from '../../../lib/state/intent.ts';
import { aPolicy } from '../../support/builders/policy-builders.ts';
import { boxOnTheWire } from '../../support/clouds/platform.ts';
import { on } from '../../support/timeline.ts';
import { anActor, waitingStops } from './an-actor.ts';

const answersFor = { getVm: ({ id }: Readonly<Record<string, unknown>>) => ({ VM: boxOnTheWire({ id }) }) };

const idOf = ({ subject }: Pick<Intent, 'subject'>) => subjectParts(subject).resource?.id;

describe('a stop that is due', () => {
  it('is reserved, claimed, read again, requested and recorded', async () => {
    const actor = await anActor([waitingStops('box')]);
    expect((await actor.run('11:00')).carried).toMatchObject([{ outcome: { kind: 'requested' } }]);
    expect(actor.cloud.asked).toEqual(['monitorVm lab/box', 'getVm lab/box', 'stopVm lab/box']);
    expect(await actor.ledger.control()).toMatchObject({ seq: 1, actions: [{ at: on('11:00') }] });
    const head = await actor.head();
    expect(head.intents).toMatchObject([{ state: { kind: 'requested', at: on('11:00') } }]);
    expect(head.pendingWrites.journal.at(-1)).toMatchObject({
      event: 'requested',
      subject: 'project/lab/vm/box',
    });
  });

  it('is cancelled without a request when the VM is in use by now (invariant 5)', async () => {
    const actor = await anActor([waitingStops('box')], {
      answers: {
        monitorVm: () => [
          { timestamp: on('10:55') / 1_000, cpu: 12, netRx: 0, netTx: 0, diskRdBytes: 0, diskWrBytes: 0 },
          { timestamp: on('11:00') / 1_000, cpu: 390, netRx: 0, netTx: 0, diskRdBytes: 0, diskWrBytes: 0 },
        ],
      },
    });
    expect((await actor.run('11:00')).carried).toMatchObject([
      { outcome: { kind: 'cancelled', because: 'it is busy again: in use at 2026-11-21T11:00:00Z' } },
    ]);
    expect(actor.stops()).toEqual([]);
    expect(await actor.head()).toMatchObject({
      intents: [],
      alerts: [{ announcement: { deliveredAt: on('10:00') } }],
    });
  });

  it('is left to the run that claimed it, dead or alive', async () => {
    const head = waitingStops('box');
    const intents = head.intents.map((intent) => ({
      ...intent,
      state: { kind: 'claimed' as const, at: on('11:00') },
    }));
    const actor = await anActor([{ ...head, intents }]);
    expect((await actor.run('11:01')).carried).toEqual([]);
    expect(actor.cloud.asked).toEqual([]);
  });

  it('is not requested when its claim cannot be committed', async () => {
    const actor = await anActor([waitingStops('box')], {
      worsen: (inner) => ({ ...inner, commit: () => Promise.reject(new LedgerError('no answer')) }),
    });
    expect((await actor.run('11:00')).carried).toEqual([]);
    expect(actor.cloud.asked).toEqual([]);
    expect(actor.lines).toEqual([expect.stringMatching(/^intent-failed .* LedgerError: no answer$/)]);
  });

  it('that a turn withdrew between reading and claiming is not carried out', async () => {
    let isFirst = true;
    const actor = await anActor([waitingStops('box')], {
      worsen: (inner) => ({
        ...inner,
        commit: async (head) => {
          const stored = await inner.head(head.target);
          if (isFirst && stored) await inner.commit({ ...stored, seq: stored.seq + 1, intents: [] });
          isFirst = false;
          return inner.commit(head);
        },
      }),
    });
    expect((await actor.run('11:00')).carried).toEqual([]);
    expect(actor.cloud.asked).toEqual([]);
  });
});

describe('several stops at once', () => {
  it('are carried out one after the other, and the outcome of one changes nothing for the others', async () => {
    const actor = await anActor([waitingStops('a', 'b', 'c')], {
      answers: {
        getVm: ({ id }) => {
          if (id === 'b') throw new TypeError('a mistake');
          return { VM: boxOnTheWire({ id, ...(id === 'a' ? { metadata: { spendwatch: 'keep' } } : {}) }) };
        },
      },
    });
    const { carried } = await actor.run('11:00');
    expect(carried.map(({ intent, outcome }) => [idOf(intent), outcome.kind])).toEqual([
      ['a', 'cancelled'],
      ['c', 'requested'],
    ]);
    expect(actor.stops()).toEqual(['stopVm lab/c']);
    const states = (await actor.head()).intents.map((intent) => [idOf(intent), intent.state.kind]);
    expect(states).toEqual([
      ['b', 'claimed'],
      ['c', 'requested'],
    ]);
  });

  it('count against the day together with those of other runs, even when those are recorded first', async () => {
    let isFirst = true;
    const policy = aPolicy({ caps: { perRun: 5, perDay: 3, share: 100 } });
    const actor = await anActor([waitingStops('a', 'b')], {
      policy,
      answers: answersFor,
      worsen: (inner) => ({
        ...inner,
        commitControl: async (control) => {
          const other = await inner.control();
          const actions = ['x', 'y'].map((name) => ({ intent: IntentId.parse(name), at: on('10:59') }));
          if (isFirst) await inner.commitControl({ ...other, seq: other.seq + 1, actions });
          isFirst = false;
          return inner.commitControl(control);
        },
      }),
    });
    expect((await actor.run('11:00')).carried).toEqual([]);
    expect(actor.stops()).toEqual([]);
    expect((await actor.ledger.control()).actions).toHaveLength(2);
  });

  it('take a while each, and none begins after it has expired', async () => {
    const actor = await anActor([waitingStops('a', 'b')], {
      answers: {
        ...answersFor,
        stopVm: () => {
          actor.clock.pass(minutes(11));
          return {};
        },
      },
    });
    const { carried } = await actor.run('11:00');
    expect(carried).toMatchObject([
      { intent: { subject: expect.stringContaining('vm/a') }, outcome: { kind: 'requested' } },
      {
        intent: { subject: expect.stringContaining('vm/b') },
        outcome: { kind: 'not-sent', because: expect.stringContaining('expired before') },
      },
    ]);
    expect(actor.stops()).toEqual(['stopVm lab/a']);
  });
});
