import { afterEach, describe, expect, it } from 'vitest';
import { usageSlot } from '../../../lib/model/facts/usage.ts';
import { ProjectId, projectTarget } from '../../../lib/model/ids.ts';
import { type Instant, instant, isoInstant } from '../../../lib/model/time/time.ts';
import { happens, newVm } from '../../../lib/simulators/compute/scenario.ts';
import { sourceOf } from '../../observe/signals/a-prometheus.ts';
import { answer, rudeService } from '../../support/rude-service.ts';
import { at, type Story, tellStory } from '../../support/story.ts';

const before = '2026-03-01T08:00:00Z';
const start = at('2026-03-04T00:00:00Z');
const lab = projectTarget(null, ProjectId.parse('lab'));

/** What a Prometheus has of a machine with two GPUs: the use of the busiest at a time, and figures that stay the same. */
type Machine = {
  readonly use: (when: Instant) => number;
  readonly others?: Readonly<Record<string, number>>;
};

/** A Prometheus with DCGM's figures of machines. */
const aPrometheusOf = (machines: Readonly<Record<string, Machine>>) =>
  rudeService((response, { body }) => {
    const window = new URLSearchParams(body);
    const [from, until] = ['start', 'end'].map((name) => Number(window.get(name)) * 1_000);
    const times: Instant[] = [];
    for (let time = from ?? 0; time <= (until ?? 0); time += usageSlot) times.push(instant(time));
    const result = Object.entries(machines).flatMap(([name, { use, others = {} }]) =>
      Object.entries({ gpu: use, gpus: () => 2, ...mapped(others) }).map(([figure, value]) => ({
        metric: { spendwatch_figure: figure, spendwatch_metric: 'dcgm', instance: `${name}:9400` },
        values: times.map((time) => [time / 1_000, String(value(time))]),
      })),
    );
    answer(response, 200, { status: 'success', data: { resultType: 'matrix', result } });
  });
const mapped = (figures: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, () => value]));

let story: Story | undefined;
afterEach(() => story?.close());

/** Returns the minutes after the start at which VMs were asked to stop within an hour and a half. */
async function stopsOf(machines: Readonly<Record<string, Machine>>) {
  const { url } = await aPrometheusOf(machines);
  const size = {
    machineType: 'sapphire-rapids-a100',
    gpus: 2,
    workload: { kind: 'constant', cpu: 3, network: 500 } as const,
  };
  story = await tellStory({
    from: isoInstant(start),
    events: [
      happens(before, { kind: 'open-account', id: 'main', paymentTerms: 'INVOICE' }),
      happens(before, { kind: 'create-project', id: 'lab', account: 'main' }),
      ...Object.keys(machines).map((name) => newVm(before, 'lab', name, size)),
    ],
    policy: `
version: 1
mode: enforce
caps: { per-run: 5, per-day: 5, share: 100% }
rules:
  - { name: idle GPUs, idle: 12h, gpu-window: 1h, then: [{ stop: after 15m }] }
`,
    signals: [sourceOf(url)],
  });
  await story.runUntil(at('2026-03-04T01:30:00Z'));
  const journal = await story.ledger.journal(lab, start, at('2026-03-05T00:00:00Z'));
  const stops = journal.filter(({ event }) => event === 'requested');
  return Object.fromEntries(
    stops.map(({ subject, at: when }) => [subject.split('/').at(-1) ?? '', (when - start) / 60_000]),
  );
}

/** The use of GPUs that work, by whole percents and as a collector leaves them that divides by a hundred. */
const working = (when: Instant): number => [99, 87, 93][(when / usageSlot) % 3] ?? 0;
const divided = (when: Instant): number => working(when) / 100;
const zero = () => 0;

describe('GPUs with misleading figures (invariant 26)', () => {
  it('are not idle, while VMs with correct figures beside them are stopped after 50 minutes', async () => {
    const stops = await stopsOf({
      'divided-on-the-way': { use: divided },
      forgotten: { use: zero },
      'memory-moves': { use: zero, others: { 'gpus-moved': 1 } },
      'memory-held': { use: zero, others: { 'gpu-memory': 70 } },
      'clock-stands-still': { use: zero, others: { frozen: 0 } },
      'somebody-logged-in': { use: zero, others: { logins: 1 } },
      'nobody-logged-in': { use: zero, others: { logins: 0 } },
    });
    expect(stops).toEqual({ forgotten: 50, 'memory-held': 50, 'nobody-logged-in': 50 });
  });

  it('are idle at 1 % where no collector divides them, and their VM is stopped in the same minute', async () => {
    expect(await stopsOf({ training: { use: working }, resting: { use: () => 1 } })).toEqual({ resting: 50 });
  });
});
