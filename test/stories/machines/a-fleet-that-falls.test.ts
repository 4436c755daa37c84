import { afterEach, describe, expect, it } from 'vitest';
import { ProjectId, projectTarget } from '../../../lib/model/ids.ts';
import { isoInstant } from '../../../lib/model/time/time.ts';
import { happens, newVm } from '../../../lib/simulators/compute/scenario.ts';
import { at, type Story, tellStory } from '../../support/story.ts';

const project = 'lab';
const lab = projectTarget(null, ProjectId.parse(project));
const names = Array.from({ length: 8 }, (_, index) => `vm-${index}`);
const busy = { kind: 'constant', cpu: 50, network: 90_000 } as const;
const zero = { kind: 'constant', cpu: 0, network: 0 } as const;
const idle = { kind: 'constant', cpu: 3, network: 500 } as const;
const before = '2026-03-01T08:00:00Z';
const becomes = (when: string, vms: readonly string[], workload: typeof busy | typeof zero | typeof idle) =>
  vms.map((vm) => happens(when, { kind: 'set-workload', project, vm, workload }));

let story: Story | undefined;
afterEach(() => story?.close());

/** Runs eight busy VMs until a time, with what becomes of them, and returns when each was seen at rest. */
async function stopped(events: ReturnType<typeof becomes>, until: string) {
  const seen: Record<string, string> = {};
  story = await tellStory({
    from: '2026-03-04T00:00:00Z',
    events: [
      happens(before, { kind: 'open-account', id: 'main', paymentTerms: 'INVOICE' }),
      happens(before, { kind: 'create-project', id: project, account: 'main' }),
      ...names.map((name) => newVm(before, project, name, { priceHr: '0.5', workload: busy })),
      ...events,
    ],
    policy: `
version: 1
mode: enforce
caps: { per-run: 8, per-day: 8, share: 100% }
rules:
  - { name: forgotten, idle: 1h, then: [{ stop: after 15m }] }
`,
    onTick: async ({ now }, { ledger }) => {
      const { observation } = (await ledger.head(lab)) ?? {};
      if (observation?.kind !== 'project') return;
      for (const { id, activity } of observation.resources)
        if (activity === 'stopped') seen[id] ??= isoInstant(now).slice(8, 16);
    },
  });
  await story.runUntil(at(until));
  return seen;
}
const fall = '2026-03-04T01:00:00Z';
const announced = () =>
  (story?.said ?? []).flatMap(({ at: sent, message }) =>
    message.notifications.some(({ kind }) => kind === 'alert') ? [isoInstant(sent).slice(8, 16)] : [],
  );

describe('a fleet that falls to exactly 0 at once (invariant 26)', () => {
  it('is held for a day and told, then announced anew and stopped', async () => {
    expect(await stopped(becomes(fall, names, zero), '2026-03-05T00:55:00Z')).toEqual({});
    expect(announced()).toEqual([]);
    const told = (story?.notifications() ?? []).map(({ kind }) => kind);
    expect(told).toContain('blind');
    await story?.runUntil(at('2026-03-05T02:30:00Z'));
    expect(announced()[0]?.slice(0, 5)).toBe('05T01');
    expect((await statesNow()).every((activity) => activity === 'stopped')).toBe(true);
  });

  it('is stopped within two hours once one of them moves', async () => {
    const events = [...becomes(fall, names, zero), ...becomes('2026-03-04T03:00:00Z', ['vm-0'], busy)];
    const seen = await stopped(events, '2026-03-04T05:00:00Z');
    expect(Object.keys(seen).toSorted()).toEqual(names.slice(1));
    for (const when of Object.values(seen)) expect(when > '04T03:00').toBe(true);
  });

  it.each([
    ['two of eight at 0', becomes(fall, names.slice(0, 2), zero), 2],
    ['three of eight at 0, which are less than half', becomes(fall, names.slice(0, 3), zero), 3],
    ['eight at 3 % of CPU and some network, as idle VMs have', becomes(fall, names, idle), 8],
  ])(
    'is not what honest idleness looks like: %s are stopped within two hours and a half',
    async (_, events, count) => {
      expect(Object.keys(await stopped(events, '2026-03-04T03:30:00Z'))).toHaveLength(count);
    },
  );
});

async function statesNow() {
  const { observation } = (await story?.ledger.head(lab)) ?? {};
  return observation?.kind === 'project'
    ? observation.resources.filter(({ kind }) => kind === 'vm').map(({ activity }) => activity)
    : [];
}
