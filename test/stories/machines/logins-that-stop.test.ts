import { afterEach, describe, expect, it } from 'vitest';
import { forget } from '../../../lib/jobs/overrides/forget.ts';
import { usageSlot } from '../../../lib/model/facts/usage.ts';
import { ProjectId, projectTarget } from '../../../lib/model/ids.ts';
import { computeSpan, earlier, type Instant, instant, minutes } from '../../../lib/model/time/time.ts';
import { SignalError, type SignalPoint, type SignalSource } from '../../../lib/observe/signals/signals.ts';
import { happens, newVm } from '../../../lib/simulators/compute/scenario.ts';
import { at, type Story, tellStory } from '../../support/story.ts';

const before = '2026-03-01T08:00:00Z';
const start = '2026-03-04T00:00:00Z';
const stops = at('2026-03-04T01:00:00Z');
const lab = projectTarget(null, ProjectId.parse('lab'));
const desk = 'project/lab/vm/desk';
const events = [
  happens(before, { kind: 'open-account', id: 'main', paymentTerms: 'INVOICE' }),
  happens(before, { kind: 'create-project', id: 'lab', account: 'main' }),
  newVm(before, 'lab', 'desk', { workload: { kind: 'constant', cpu: 3, network: 500 } }),
];
const policy = `
version: 1
mode: enforce
rules:
  - { name: idle, idle: 1h, then: [{ stop: after 15m }] }
`;

/** The logins of a slot as a source reports them: unknown, or a failure of the whole answer. */
type Told = (end: Instant) => number | null | 'fails';

const aSource = (told: Told): SignalSource => ({
  name: 'Prometheus',
  read: async ({ from, until }) => {
    if (told(until) === 'fails') throw new SignalError('it answered 401');
    const points: SignalPoint[] = [];
    for (let end: number = until; end > from; end -= usageSlot) {
      const logins = told(instant(end));
      if (typeof logins === 'number') points.unshift({ at: instant(end), cpu: null, logins });
    }
    return new Map(points.length === 0 ? [] : [['desk', points]]);
  },
});

let story: Story | undefined;
afterEach(() => story?.close());

async function begun(source: SignalSource): Promise<Story> {
  story = await tellStory({ from: start, events, policy, signals: [source] });
  return story;
}

async function journalOf({ ledger }: Story) {
  return ledger.journal(lab, at(start), at('2026-03-06T00:00:00Z'));
}
const stopped = async (story: Story) =>
  (await journalOf(story)).flatMap(({ event, subject }) => (event === 'requested' ? [subject] : []));
const saidIn = ({ said }: Story) => said.flatMap(({ message }) => [...message.notifications]);

describe('a VM on which people were seen logged in', () => {
  it.each<[string, Told]>([
    ['the source cannot be read', (end) => (end <= stops ? 1 : 'fails')],
    ['the source no longer reports it', (end) => (end <= stops ? 1 : null)],
    [
      'the source stopped after it had shown nobody logged in',
      (end) => (end <= earlier(at(start), minutes(10)) ? 0 : null),
    ],
  ])('is not idle while %s, for however long, and that is reported once (invariant 19)', async (_, told) => {
    const story = await begun(aSource(told));
    await story.runUntil(at('2026-03-04T07:00:00Z'));
    expect(await stopped(story)).toEqual([]);
    const blind = saidIn(story).filter(({ kind }) => kind === 'blind');
    expect(blind).toMatchObject([{ matter: 'signals', severity: 'warning' }]);
    expect(blind[0]?.because).toMatch(
      /the login signals of 1 VM stopped.*: project\/lab\/vm\/desk \(.*forget|401/,
    );
  });

  it('is judged again once the signal is back and shows nobody logged in', async () => {
    const back = at('2026-03-04T05:00:00Z');
    const story = await begun(aSource((end) => (end <= stops ? 1 : end < back ? null : 0)));
    await story.runUntil(at('2026-03-04T07:00:00Z'));
    expect(await stopped(story)).toEqual([desk]);
  });

  it('is judged without the signal once a person forgets it', async () => {
    const story = await begun(aSource((end) => (end <= stops ? 1 : null)));
    const now = at('2026-03-04T05:00:00Z');
    await story.runUntil(now);
    expect(await stopped(story)).toEqual([]);
    const request = {
      author: 'ada',
      reason: 'its agent was removed',
      now,
      policy: null,
      pollEvery: minutes(5),
    };
    const outcome = await forget(story.ledger, { ...request, asked: 'lab/desk', signal: 'logins' });
    expect(outcome).toMatchObject({ kind: 'placed', override: { kind: 'forget', subject: desk } });
    await story.runUntil(at('2026-03-04T06:30:00Z'));
    expect(await stopped(story)).toEqual([desk]);
  });
});

/** Fails when it is read before a stop, whose window is shorter than that of a poll. */
const failingAtTheStop = ({ name, read }: SignalSource, isFailing: () => boolean): SignalSource => ({
  name,
  read: async (window) => {
    if (isFailing() && computeSpan(window.from, window.until) < minutes(30))
      throw new SignalError('no answer in time');
    return read(window);
  },
});

describe('a stop that was decided while signals could be read', () => {
  it.each<[string, SignalSource, string]>([
    [
      'a source that showed nobody logged in',
      aSource(() => 0),
      'no signal of the last 20 minutes shows who is logged in; signals cannot be read: Prometheus: no answer in time',
    ],
    [
      'the pushes, with which jobs report themselves',
      { name: 'pushes', read: async () => new Map() },
      'it is unknown whether a job marks it as in use; signals cannot be read: pushes: no answer in time',
    ],
  ])(
    'is cancelled when %s cannot be read before it, with the reason (invariants 5 and 19)',
    async (_, source, because) => {
      let fails = true;
      const story = await begun(failingAtTheStop(source, () => fails));
      await story.runUntil(at('2026-03-04T02:00:00Z'));
      expect(await stopped(story)).toEqual([]);
      expect((await journalOf(story)).map((line) => line.because).join('\n')).toContain(because);
      fails = false;
      await story.runUntil(at('2026-03-04T04:00:00Z'));
      expect(await stopped(story)).toEqual([desk]);
    },
  );

  it('goes on without a source that never reported the VM', async () => {
    const source: SignalSource = { name: 'Prometheus', read: async () => new Map() };
    const story = await begun(failingAtTheStop(source, () => true));
    await story.runUntil(at('2026-03-04T02:00:00Z'));
    expect(await stopped(story)).toEqual([desk]);
  });
});
