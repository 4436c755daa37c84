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

/** The use of the busiest of two GPUs at an instant, as a Prometheus has it; `null` for none. */
type Use = (when: Instant) => number | null;

/** A Prometheus with DCGM's figures of machines. */
const aPrometheusOf = (machines: Readonly<Record<string, Use>>) =>
  rudeService((response, { body }) => {
    const window = new URLSearchParams(body);
    const [from, until] = ['start', 'end'].map((name) => Number(window.get(name)) * 1_000);
    const times: Instant[] = [];
    for (let time = from ?? 0; time <= (until ?? 0); time += usageSlot) times.push(instant(time));
    const result = Object.entries(machines).flatMap(([name, use]) =>
      (['gpu', 'gpus'] as const).map((figure) => ({
        metric: { spendwatch_figure: figure, spendwatch_metric: 'dcgm', instance: `${name}:9400` },
        values: times.flatMap((time) => {
          const value = use(time);
          return value === null ? [] : [[time / 1_000, String(figure === 'gpu' ? value : 2)]];
        }),
      })),
    );
    answer(response, 200, { status: 'success', data: { resultType: 'matrix', result } });
  });

let story: Story | undefined;
afterEach(() => story?.close());

/** Returns the minutes after the start at which VMs were asked to stop within two hours. */
async function stopsOf(machines: Readonly<Record<string, Use>>) {
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
  await story.runUntil(at('2026-03-04T02:00:00Z'));
  const journal = await story.ledger.journal(lab, start, at('2026-03-05T00:00:00Z'));
  const stops = journal.filter(({ event }) => event === 'requested');
  return Object.fromEntries(
    stops.map(({ subject, at: when }) => [subject.split('/').at(-1) ?? '', (when - start) / 60_000]),
  );
}

/** The use of GPUs that work, by whole percents and as a collector leaves them that divides by a hundred. */
const working: Use = (when) => [99, 87, 93][(when / usageSlot) % 3] ?? null;
const divided: Use = (when) => (working(when) ?? 0) / 100;

describe('GPUs whose percentages a collector divides by 100 and leaves their name (invariant 26)', () => {
  it('are not idle while they work; one at 0 beside them is stopped after 50 minutes', async () => {
    expect(await stopsOf({ training: divided, forgotten: () => 0 })).toEqual({ forgotten: 50 });
  });

  it('are idle at 1 % where nothing divides them, and stopped at the same minute', async () => {
    expect(await stopsOf({ training: working, resting: () => 1 })).toEqual({ resting: 50 });
  });
});
