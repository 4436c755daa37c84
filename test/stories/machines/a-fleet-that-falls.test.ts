import { afterEach, describe, expect, it } from 'vitest';
import { readPolicy } from '../../../lib/config/policy/read-policy.ts';
import { giveAnswer } from '../../../lib/jobs/answer-links/give-answer.ts';
import { believe } from '../../../lib/jobs/overrides/believe.ts';
import { ProjectId, projectTarget } from '../../../lib/model/ids.ts';
import { isoInstant, minutes } from '../../../lib/model/time/time.ts';
import { createAnswerLinkSource } from '../../../lib/notify/messages/answer-links.ts';
import { readAnswerToken } from '../../../lib/notify/messages/answer-token.ts';
import { renderMessage } from '../../../lib/notify/messages/message.ts';
import type { Ledger } from '../../../lib/record/ledger.ts';
import { happens, newVm } from '../../../lib/simulators/compute/scenario.ts';
import type { Message } from '../../../lib/state/notification.ts';
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

const policyText = `
version: 1
mode: enforce
caps: { per-run: 8, per-day: 8, share: 100% }
rules:
  - { name: forgotten, idle: 1h, then: [{ stop: after 15m }] }
`;
const policy = readPolicy(policyText, 'fleet.yaml');
const secret = 'a-secret-of-more-than-32-characters';

let story: Story | undefined;
afterEach(() => story?.close());

/** Runs eight busy VMs until a time, with these events, and returns when each was seen at rest. */
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
    policy: policyText,
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
  it('is held back for a day and reported, then announced and stopped', async () => {
    expect(await stopped(becomes(fall, names, zero), '2026-03-05T00:55:00Z')).toEqual({});
    expect(announced()).toEqual([]);
    const told = (story?.notifications() ?? []).map(({ kind }) => kind);
    expect(told).toContain('blind');
    await story?.runUntil(at('2026-03-05T02:30:00Z'));
    expect(announced()[0]?.slice(0, 5)).toBe('05T01');
    expect((await statesNow()).every((activity) => activity === 'stopped')).toBe(true);
  });

  it('is stopped within two hours once one of the VMs is in use again', async () => {
    const events = [...becomes(fall, names, zero), ...becomes('2026-03-04T03:00:00Z', ['vm-0'], busy)];
    const seen = await stopped(events, '2026-03-04T05:00:00Z');
    expect(Object.keys(seen).toSorted()).toEqual(names.slice(1));
    for (const when of Object.values(seen)) expect(when > '04T03:00').toBe(true);
  });

  const confirmedAt = at('2026-03-04T03:00:30Z');
  const request = {
    ...{ author: 'ada', reason: 'the sweep ended', now: confirmedAt, pollEvery: minutes(5) },
  };
  type Confirm = (ledger: Ledger, told: Message) => Promise<{ readonly kind: string }>;
  it.each<[string, readonly string[], Confirm]>([
    [
      'by the command, for a project',
      names,
      (ledger) => believe(ledger, { ...request, policy, asked: 'lab' }),
    ],
    [
      'by the command, for one of them',
      ['vm-3'],
      (ledger) => believe(ledger, { ...request, policy, asked: 'lab/vm-3' }),
    ],
    ['by the link in the message', names, pressLink],
  ])('is announced at the next poll once people confirm it %s, and stopped', async (_, meant, confirm) => {
    expect(await stopped(becomes(fall, names, zero), '2026-03-04T03:00:00Z')).toEqual({});
    const told = story?.said.find(({ message }) => message.notifications[0]?.kind === 'blind')?.message;
    if (story === undefined || told === undefined) throw new Error('nobody was told');
    expect(renderMessage(told, { zone: 'UTC' }).body).toContain(
      "spendwatch believe project/lab --reason 'they ended'",
    );
    expect(await confirm(story.ledger, told)).toMatchObject({ kind: 'placed' });
    await story.runUntil(at('2026-03-04T03:45:00Z'));
    expect(announced()[0]).toBe('04T03:05');
    expect(await statesNow()).toEqual(names.map((name) => (meant.includes(name) ? 'stopped' : 'running')));
  });

  it('is held back again where it falls after people confirmed an earlier fall', async () => {
    const events = [
      ...becomes(fall, names, zero),
      ...becomes('2026-03-04T03:05:00Z', names, busy),
      ...becomes('2026-03-04T05:00:00Z', names, zero),
    ];
    await stopped(events, '2026-03-04T03:00:00Z');
    if (story !== undefined) await believe(story.ledger, { ...request, policy, asked: 'lab' });
    await story?.runUntil(at('2026-03-04T08:00:00Z'));
    expect(await statesNow()).toEqual(names.map(() => 'running'));
  });

  it.each([
    ['two of eight at 0', becomes(fall, names.slice(0, 2), zero), 2],
    ['three of eight at 0, which are less than half', becomes(fall, names.slice(0, 3), zero), 3],
    ['eight at 3 % of CPU and some network, as idle VMs have', becomes(fall, names, idle), 8],
  ])(
    'is distinguished from real idleness: %s are stopped within two hours and a half',
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

/** Confirms a message by its link. */
function pressLink(ledger: Ledger, told: Message) {
  const answers = createAnswerLinkSource({
    ...{
      address: 'https://answers.example.com',
      secret,
      route: 'console',
      mayApprove: false,
      keepAtMost: null,
    },
  });
  const [offered] = told.notifications.flatMap((notice) => answers(notice, told));
  const check = readAnswerToken(secret, offered?.token ?? '', told.at);
  if (check.kind !== 'valid') throw new Error('there is no link');
  const ports = { ledger, policy, pollEvery: minutes(5), now: at('2026-03-04T03:00:30Z') };
  return giveAnswer(ports, check, { name: 'ada', reason: '' });
}
