import { afterEach, describe, expect, it } from 'vitest';
import { pushEvery } from '../../../lib/model/facts/push.ts';
import { ProjectId, projectTarget, Subject } from '../../../lib/model/ids.ts';
import {
  computeSpan,
  days,
  earlier,
  hours,
  type Instant,
  later,
  minutes,
} from '../../../lib/model/time/time.ts';
import { pushAllowance } from '../../../lib/observe/push/push-allowance.ts';
import { pushSource } from '../../../lib/observe/push/push-source.ts';
import { receivePush } from '../../../lib/observe/push/receive-push.ts';
import { mintToken } from '../../../lib/observe/push/token.ts';
import { happens, newVm } from '../../../lib/simulators/compute/scenario.ts';
import { at, type Story, tellStory } from '../../support/story.ts';

const before = '2026-03-01T08:00:00Z';
const start = at('2026-03-04T00:00:00Z');
const secret = 'a secret of some length, at least 32';
const policy = `
version: 1
mode: enforce
rules:
  - { name: idle GPUs, idle: 12h, gpu-window: 1h, then: [{ stop: after 15m }] }
`;
const twoGpus = {
  machineType: 'sapphire-rapids-a100',
  gpus: 2,
  workload: { kind: 'constant', cpu: 3, network: 500 } as const,
};
const lab = projectTarget(null, ProjectId.parse('lab'));
const notebook = 'project/lab/vm/notebook';

let story: Story | undefined;
afterEach(() => story?.close());

async function aStory(): Promise<Story> {
  const made: Story = await tellStory({
    from: '2026-03-04T00:00:00Z',
    events: [
      happens(before, { kind: 'open-account', id: 'main', paymentTerms: 'INVOICE' }),
      happens(before, { kind: 'create-project', id: 'lab', account: 'main' }),
      newVm(before, 'lab', 'notebook', twoGpus),
      newVm(before, 'lab', 'trainer', twoGpus),
    ],
    policy,
    signals: [pushSource((from, until) => made.ledger.pushes(from, until))],
  });
  story = made;
  return made;
}

/** The use of a GPU, or a gap by OTLP's flag "no recorded value", which a processor on the way filled with 0. */
type Use = number | 'gap';

/** Pushes what agents measured of two GPUs in the quarter of an hour before a moment, minute by minute; one GPU idles. */
async function push({ ledger }: Story, now: Instant, uses: Readonly<Record<string, Use>>) {
  for (const [vm, use] of Object.entries(uses)) {
    const dataPoints = Array.from({ length: 15 }, (_, index) => earlier(now, minutes(15 - index))).flatMap(
      (measured) =>
        [0, use === 'gap' ? 0 : use].map((value, gpu) => ({
          timeUnixNano: `${measured}000000`,
          ...(use === 'gap' ? { asDouble: 0, flags: 1 } : { asDouble: value }),
          attributes: [{ key: 'hw.id', value: { stringValue: `GPU-${gpu}` } }],
        })),
    );
    const metrics = [{ name: 'hw.gpu.utilization', gauge: { dataPoints } }];
    const machine = Subject.parse(`project/lab/vm/${vm}`);
    const token = mintToken(secret, { provider: 'compute', machine, expires: later(now, days(1)) });
    const { status } = await receivePush(
      { secret, now: () => now, allowance: pushAllowance(), store: ledger.push },
      {
        method: 'POST',
        path: '/v1/metrics',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: Buffer.from(JSON.stringify({ resourceMetrics: [{ scopeMetrics: [{ metrics }] }] })),
      },
    );
    expect(status).toBe(200);
  }
}

describe('a VM that pushes the use of its GPUs', () => {
  it.each([0, 7])(
    'is stopped when they are idle, and keeps running at 3 %% CPU when one is busy; agents send at minute %i of a quarter',
    async (minute) => {
      const told = await aStory();
      const first = later(start, minutes(minute + 0.9));
      for (let now = first; now < later(start, hours(2)); now = later(now, pushEvery)) {
        await told.runUntil(now);
        await push(told, now, { notebook: 0, trainer: 0.93 });
      }
      const journal = await told.ledger.journal(lab, start, later(start, days(1)));
      expect(
        journal.filter(({ event }) => event !== 'notified').map(({ event, subject }) => [event, subject]),
      ).toEqual(['alert', 'decided', 'requested', 'confirmed'].map((event) => [event, notebook]));
      const [announced] = told.notifications();
      expect(announced).toMatchObject({ kind: 'alert', subject: notebook });
    },
  );

  it('is not stopped where only gaps arrive, and one that pushes zeros is stopped within an hour and a half (invariant 26)', async () => {
    const told = await aStory();
    for (let now = later(start, minutes(0.9)); now < later(start, hours(2)); now = later(now, pushEvery)) {
      await told.runUntil(now);
      await push(told, now, { notebook: 0, trainer: 'gap' });
    }
    const journal = await told.ledger.journal(lab, start, later(start, days(1)));
    const stops = journal.filter(({ event }) => event === 'requested');
    expect(stops.map(({ subject, at: when }) => [subject, computeSpan(start, when) <= minutes(90)])).toEqual([
      [notebook, true],
    ]);
  });
});
