import { afterEach, describe, expect, it } from 'vitest';
import { type GpuUse, usageSlot } from '../../../lib/model/facts/usage.ts';
import { ProjectId, projectTarget } from '../../../lib/model/ids.ts';
import { type Instant, instant, isoInstant, minutes } from '../../../lib/model/time/time.ts';
import { SignalError, type SignalPoint, type SignalSource } from '../../../lib/observe/signals/signals.ts';
import { happens, newVm } from '../../../lib/simulators/compute/scenario.ts';
import { at, type Story, tellStory } from '../../support/story.ts';

const before = '2026-03-01T08:00:00Z';
const h100 = {
  machineType: 'sapphire-rapids-a100',
  gpus: 8,
  workload: { kind: 'constant', cpu: 3, network: 500 } as const,
};
const events = [
  happens(before, { kind: 'open-account', id: 'main', paymentTerms: 'INVOICE' }),
  ...['lab', 'shop'].map((id) => happens(before, { kind: 'create-project', id, account: 'main' })),
  newVm(before, 'lab', 'notebook', h100),
  newVm(before, 'lab', 'trainer', h100),
];
const policy = `
version: 1
mode: enforce
rules:
  - { name: idle GPUs, idle: 12h, gpu-window: 1h, then: [{ stop: after 15m }] }
`;
const start = '2026-03-04T00:00:00Z';
const lab = projectTarget(null, ProjectId.parse('lab'));
const idle: GpuUse = { known: 8, busiest: 0, memory: 78 };
const working: GpuUse = { known: 8, busiest: 93, memory: 640 };

/** The use of a machine's GPUs in the slot that ends at a time; `null` where no signal shows it. */
type Doing = (end: Instant) => GpuUse | null;

/** A source of signals about machines, with the windows that it was asked for. */
function aSource(machines: Readonly<Record<string, Doing>>, failsFrom = '9999-01-01T00:00:00Z') {
  const asked: { readonly until: Instant }[] = [];
  const source: SignalSource = {
    name: 'Prometheus',
    read: async ({ from, until }) => {
      asked.push({ until });
      if (until >= at(failsFrom)) throw new SignalError('it answered 401');
      const ends: Instant[] = [];
      for (let end: number = until; end > from; end -= usageSlot) ends.unshift(instant(end));
      const told = Object.entries(machines).map(([name, doing]) => {
        const points = ends.flatMap((end): SignalPoint[] => {
          const gpu = doing(end);
          return gpu === null ? [] : [{ at: end, cpu: null, gpu }];
        });
        return [name, points] as const;
      });
      return new Map(told);
    },
  };
  return { source, asked };
}

let story: Story | undefined;
afterEach(() => story?.close());

async function told(source: SignalSource, until: string, more: readonly ReturnType<typeof newVm>[] = []) {
  story = await tellStory({ from: start, events: [...events, ...more], policy, signals: [source] });
  await story.runUntil(at(until));
  const journal = await story.ledger.journal(lab, at(start), at('2026-03-06T00:00:00Z'));
  const said = story.said.flatMap(({ at: sentAt, message }) =>
    message.notifications.map((notice) => ({ ...notice, sentAt })),
  );
  return { journal, said, asked: journal.filter(({ event }) => event === 'requested') };
}

describe('a VM whose GPU use is known from signals', () => {
  it('is stopped when all its GPUs were idle for the window; one with busy GPUs at 3 % CPU keeps running', async () => {
    const { source, asked: questions } = aSource({ notebook: () => idle, trainer: () => working });
    const { said, asked } = await told(source, '2026-03-04T01:30:00Z');
    expect(asked.map(({ subject }) => subject)).toEqual(['project/lab/vm/notebook']);
    const [announced] = said;
    expect(announced?.because).toContain(
      '78 GiB of GPU memory allocated, 0 % busy for 1 h: probably a notebook',
    );
    // At most one request per poll for both machines, and one before the stop.
    const polls = minutes(90) / minutes(5) + 1;
    expect(questions.length).toBeLessThanOrEqual(polls + 1);
  });

  it('is not stopped when its signals stop between announcement and stop, which is reported once (invariant 19)', async () => {
    const { source } = aSource({ notebook: (end) => (end <= at('2026-03-04T00:20:00Z') ? idle : null) });
    const { said, asked } = await told(source, '2026-03-04T02:30:00Z');
    expect(said[0]).toMatchObject({ kind: 'alert', subject: 'project/lab/vm/notebook' });
    expect(asked).toEqual([]);
    const blind = said.filter(({ kind }) => kind === 'blind');
    expect(blind).toMatchObject([{ matter: 'signals', severity: 'warning' }]);
    expect(blind[0]?.because).toContain(
      'the GPU signals of 1 VM stopped, the first at 2026-03-04T00:20:00Z: project/lab/vm/notebook',
    );
  });
});

it('a failing source is reported once, changes nothing else, and its recovery is reported', async () => {
  const { source } = aSource({ notebook: () => working, trainer: () => working }, '2026-03-04T00:20:00Z');
  let fails = true;
  const passing: SignalSource = {
    name: 'Prometheus',
    read: async (window) => {
      if (fails) return source.read(window);
      return aSource({ notebook: () => working, trainer: () => working }).source.read(window);
    },
  };
  story = await tellStory({ from: start, events, policy, signals: [passing] });
  await story.runUntil(at('2026-03-04T02:30:00Z'));
  const blind = () =>
    (story?.said ?? []).flatMap(({ at: sentAt, message: { notifications } }) =>
      notifications.map((notice) => ({ notice, sentAt: isoInstant(sentAt) })),
    );
  expect(blind()).toHaveLength(1);
  expect(blind()[0]?.notice).toMatchObject({ kind: 'blind', matter: 'signals', state: 'blind' });
  expect(blind()[0]?.notice.because).toContain('Prometheus: it answered 401');
  fails = false;
  await story.runUntil(at('2026-03-04T03:10:00Z'));
  expect(blind()).toHaveLength(2);
  expect(blind()[1]?.notice).toMatchObject({ kind: 'blind', matter: 'signals', state: 'resolved' });
});
