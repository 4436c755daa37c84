import { afterEach, describe, expect, it } from 'vitest';
import { readPolicy } from '../../lib/config/policy/read-policy.ts';
import { readRecording } from '../../lib/jobs/replay/recording.ts';
import { type Replay, replay } from '../../lib/jobs/replay/replay.ts';
import { ProjectId, projectTarget } from '../../lib/model/ids.ts';
import { defaultIntervals } from '../../lib/model/time/intervals.ts';
import { days, earlier, type Instant, isoInstant, later, minutes } from '../../lib/model/time/time.ts';
import type { Ledger } from '../../lib/record/ledger.ts';
import { formatRecordingLines, readRecordingLines } from '../../lib/service/recording-lines.ts';
import { happens, newVm } from '../../lib/simulators/compute/scenario.ts';
import type { Notification } from '../../lib/state/notification.ts';
import { at, type Story, tellStory } from '../support/story.ts';

const [account, project] = ['main', 'lab'];
const began = '2026-03-02T09:00:00Z';
const events = [
  happens('2026-03-01T08:00:00Z', { kind: 'open-account', id: account, paymentTerms: 'INVOICE' }),
  happens('2026-03-01T08:00:00Z', { kind: 'create-project', id: project, account }),
  newVm(began, project, 'forgotten', { priceHr: '0.62' }),
  newVm(began, project, 'standby', { priceHr: '0.4', metadata: { env: 'production' } }),
  newVm(began, project, 'busy', {
    priceHr: '3',
    workload: { kind: 'constant', cpu: 40, network: 90_000 },
  }),
  newVm('2026-03-04T05:00:00Z', project, 'burst', {
    priceHr: '9',
    workload: { kind: 'constant', cpu: 90, network: 90_000 },
  }),
  happens('2026-03-04T08:00:00Z', { kind: 'terminate-vm', project, vm: 'burst' }),
];

const policyText = (mode: 'observe' | 'enforce', limit = 300) => `
version: 1
mode: ${mode}
protect: [{ metadata: { env: production } }]
caps: { per-run: 3, per-day: 3, share: 50% }
rules:
  - { name: forgotten machines, idle: 4h, then: [{ stop: after 1h }] }
  - { name: too fast, rate: 10 USD an hour }
  - { name: all together, budget: ${limit} USD a month, shared: true, match: { project: '*' } }
  - { name: each, budget: ${limit} USD a month }
`;
const start = '2026-03-04T00:00:00Z';
const end = at('2026-03-04T12:00:00Z');

const lab = projectTarget(null, ProjectId.parse(project));
let story: Story | undefined;
afterEach(() => story?.close());

async function live(mode: 'observe' | 'enforce'): Promise<Story> {
  story = await tellStory({ from: start, events, policy: policyText(mode) });
  await story.runUntil(end);
  return story;
}

/** A ledger that allows only reads. */
function readOnly(ledger: Ledger): Ledger {
  const refuse = async () => expect.fail('a replay writes nothing');
  return {
    ...ledger,
    commit: refuse,
    record: refuse,
    commitControl: refuse,
    putOverride: refuse,
    withdraw: refuse,
  };
}

const recorded = ({ ledger }: Story) =>
  readRecording(readOnly(ledger), earlier(end, days(35)), later(end, minutes(1)));
const replayed = async (told: Story, policy: string): Promise<Replay> =>
  replay(await recorded(told), { policy: readPolicy(policy, 'tried.yaml'), intervals: defaultIntervals });

const lines = (notifications: readonly { readonly at: Instant; readonly notice: Notification }[]) =>
  notifications.map(({ at: when, notice }) => `${isoInstant(when)} ${notice.kind} ${notice.id}`).sort();
const saidLive = ({ said }: Story) =>
  lines(
    said.flatMap(({ at: when, message }) => message.notifications.map((notice) => ({ at: when, notice }))),
  );
const saidAgain = ({ days: told }: Replay) =>
  lines(
    told.flatMap(({ happenings }) =>
      happenings.flatMap((it) =>
        it.kind === 'message' ? it.message.notifications.map((notice) => ({ at: it.at, notice })) : [],
      ),
    ),
  );
const stops = ({ days: told }: Replay) =>
  told.flatMap(({ happenings }) =>
    happenings.flatMap((it) => (it.kind === 'action' ? [`${isoInstant(it.at)} ${it.intent.subject}`] : [])),
  );

describe('a replay of a recorded day', () => {
  it('has the notifications that were sent live under the same policy, and the stop that was requested', async () => {
    const told = await live('enforce');
    const again = await replayed(told, policyText('enforce'));
    expect(saidLive(told).join()).toContain('action-confirmed');
    expect(saidAgain(again)).toEqual(saidLive(told));
    expect(again.totals.leftOut).toBe(0);
    const asked = (await told.ledger.journal(lab, at(start), end)).filter(
      ({ event }) => event === 'requested',
    );
    expect(asked).toHaveLength(1);
    expect(stops(again)).toEqual(asked.map((entry) => `${isoInstant(entry.at)} ${entry.subject}`));
  });

  it('has each stop once where none was carried out, though the VM went on running', async () => {
    const told = await live('observe');
    const again = await replayed(told, policyText('observe'));
    expect(saidLive(told).length).toBeGreaterThan(4);
    expect(saidAgain(again)).toEqual(saidLive(told));
    expect(again.totals).toMatchObject({ actions: 1, leftOut: 0 });
    expect(again.notes.join()).toContain('A stop by itself saves nothing');
    const enforced = await replayed(told, policyText('enforce'));
    expect(stops(enforced)).toEqual(stops(again));
    for (const untold of ['action-confirmed', 'action-failed'])
      expect(saidAgain(enforced).join()).not.toContain(untold);

    // Under another policy its notifications differ, and a recording from a file gives the same.
    const recording = await recorded(told);
    const run = { policy: readPolicy(policyText('observe', 100_000), 'x.yaml'), intervals: defaultIntervals };
    const lenient = await replay(recording, run);
    expect(saidAgain(lenient).join()).not.toContain('#each#');
    expect(saidAgain(again).join()).toContain('#each#');
    const fromFile = readRecordingLines([...formatRecordingLines(recording)].join(''));
    expect(fromFile).toEqual(recording);
    expect(await replay(fromFile, run)).toEqual(lenient);
  });
});
