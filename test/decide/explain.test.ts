import { describe, expect, it } from 'vitest';
import { recordDeliveries } from '../../lib/decide/actions/changed-head.ts';
import { indexOverspends } from '../../lib/decide/actions/overspend.ts';
import { explain } from '../../lib/decide/explain.ts';
import { listSubjectNames, listSubjects } from '../../lib/decide/subjects.ts';
import { takeTurn } from '../../lib/decide/turn.ts';
import type { ProjectObservation } from '../../lib/model/facts/observation.ts';
import { Subject } from '../../lib/model/ids.ts';
import { money } from '../../lib/model/money/money.ts';
import { defaultIntervals } from '../../lib/model/time/intervals.ts';
import type { Head } from '../../lib/state/head.ts';
import type { Policy } from '../../lib/state/policy.ts';
import {
  aHead,
  anObservation,
  aVm,
  aVolume,
  lab,
  times,
  usageUntil,
} from '../support/builders/observation-builders.ts';
import { aBudgetRule, anIdleRule, aPolicy } from '../support/builders/policy-builders.ts';
import { aStop } from '../support/builders/step-builders.ts';
import { aTimeline, on } from '../support/timeline.ts';
import { emptyFleet, noPast } from '../support/turn-input.ts';

const policy = aPolicy({ rules: [aBudgetRule({ limit: '10' }), anIdleRule()] });
const box = Subject.parse('project/lab/vm/box');

const explained = (
  head: Head,
  subject: Subject,
  buffered: readonly ProjectObservation[] = [],
  rules: Policy = policy,
) =>
  explain(
    {
      head,
      past: { ...noPast, samplings: buffered },
      fleet: emptyFleet,
      policy: rules,
      intervals: defaultIntervals,
    },
    subject,
  );

describe('an explanation', () => {
  it('has the verdict of the last turn, and what would be decided if the next poll showed the same', () => {
    const story = aTimeline(policy);
    const { verdicts } = story.poll('10:00');
    const [budget, idle] = explained(story.head, box, story.buffered);
    expect(idle).toMatchObject({
      at: on('10:00'),
      verdicts: verdicts.filter(({ subject }) => subject === box),
      alerts: [{ phase: 'firing', lastNotified: { at: on('10:00') } }],
      decisions: [{ kind: 'nothing', because: 'the announcement has not been delivered yet' }],
      silentBecause: null,
    });
    expect(budget).toMatchObject({ verdicts: [], decisions: [] });
    expect(budget?.silentBecause).toBe('not applicable: watches projects and accounts');
  });

  it('has the decision that the next turn makes when nothing changes', () => {
    const story = aTimeline(policy);
    story.poll('10:00');
    story.deliver('10:00');
    story.poll('10:30');
    const [, idle] = explained(story.head, box, story.buffered);
    expect(idle?.decisions).toMatchObject([{ because: 'announced, due at 2026-11-21T11:00:00Z' }]);
    expect(story.poll('10:35').decisions.filter(({ subject }) => subject === box)).toEqual(idle?.decisions);
  });

  it('uses the last poll that brought samples where the newest one brought none', () => {
    const story = aTimeline(policy);
    story.poll('10:00');
    story.poll('10:05', { slots: null });
    const [, idle] = explained(story.head, box, story.buffered);
    expect(idle).toMatchObject({ at: on('10:00'), verdicts: [{ kind: 'breached' }] });
    expect(idle?.facts.at(-1)).toBe('its last usage samples are from the poll at 2026-11-21T10:00:00Z');
    const [, unsampled] = explained(story.head, box);
    expect(unsampled?.silentBecause).toContain('it has no usage sample yet');
  });

  it('uses the samples of a poll that was never committed, as the next turn does', () => {
    const story = aTimeline(policy);
    story.poll('10:00');
    const lost = anObservation({ at: on('10:04'), usage: [usageUntil(on('10:04'), times(72, 5))] });
    story.poll('10:05', { slots: null });
    const [, idle] = explained(story.head, box, [
      ...story.buffered.slice(0, 1),
      lost,
      ...story.buffered.slice(1),
    ]);
    expect(idle).toMatchObject({ at: on('10:04'), verdicts: [{ kind: 'breached' }], silentBecause: null });
  });

  it('has, for a stop that a budget asks for, the decision of the turn of the same poll', () => {
    const budget = aBudgetRule({ then: [{ ...aStop(), of: 'idle', at: money('1000') }] });
    const rules = aPolicy({ rules: [anIdleRule({ then: [] }), budget] });
    const month = { from: on('2026-11-01T00:00:00Z'), until: on('09:00') };
    const spend = { ...month, amount: money('1050') };
    const buffered: ProjectObservation[] = [];
    const fleet = (head: Head, clock: string) => ({
      ...emptyFleet,
      overspends: indexOverspends([head], rules, on(clock)).get(lab) ?? [],
    });
    const turnFrom = (head: Head, clock: string) => {
      const [at, usage] = [on(clock), [usageUntil(on(clock), times(72, 5))]];
      const seen = ['vms', 'machines', 'usage', 'spend'] as const;
      const pollResult = anObservation({
        at,
        seen: [...seen],
        spend,
        resources: [aVm({ seenAt: at })],
        usage,
      });
      const past = { ...noPast, samplings: [...buffered] };
      const context = { past, fleet: fleet(head, clock), policy: rules, intervals: defaultIntervals };
      buffered.push(pollResult);
      return takeTurn({ head, pollResult, asked: seen, unsupported: [], ...context });
    };
    let turn = turnFrom(aHead(), '10:00');
    for (const clock of ['10:15', '10:30', '10:45']) {
      const taken = turn.head.outbox.map(({ id }) => ({ message: id, route: 'mail' }));
      turn = turnFrom(
        recordDeliveries(turn.head, taken, () => ['mail'], on(clock)),
        clock,
      );
    }
    const said = turn.decisions.filter(({ rule, subject }) => rule === budget.name && subject === box);
    expect(said).toMatchObject([{ because: expect.stringContaining('announced, due at') }]);
    const context = { fleet: fleet(turn.head, '10:45'), policy: rules, intervals: defaultIntervals };
    const found = explain({ head: turn.head, past: { ...noPast, samplings: buffered }, ...context }, box);
    expect(found.find(({ rule }) => rule.name === budget.name)?.decisions).toEqual(said);
  });

  it('lists the parts that are missing, and how many polls have failed since', () => {
    const story = aTimeline(policy);
    story.poll('10:00', { missing: [{ part: 'disks', because: 'listDisks: 503' }] });
    story.miss('10:05');
    const [budget] = explained(story.head, Subject.parse(lab));
    expect(budget?.facts).toEqual([
      'seen at 2026-11-21T10:00:00Z: vms, machines, usage; disks missing (listDisks: 503)',
      '1 poll failed since then: listVms: 503',
    ]);
  });

  it('of a target that was never observed says only that, and leaves the head as it was', () => {
    const head = aHead({ failedPolls: 2, failedBecause: 'listVms: 403', polledAt: on('10:00') });
    const before = JSON.stringify(head);
    const [budget, idle] = explained(head, Subject.parse(lab));
    expect(idle?.silentBecause).toBe('not applicable: watches individual resources');
    expect(budget).toMatchObject({
      at: null,
      facts: ['never observed: listVms: 403'],
      silentBecause: 'it has never been observed',
    });
    expect(JSON.stringify(head)).toBe(before);
  });
});

it('a head can be asked about itself, the resources in it, and the subjects of its alerts', () => {
  const story = aTimeline(policy);
  story.poll('10:00');
  const { alerts } = story.head;
  const head = aHead({ alerts, observation: anObservation({ resources: [aVm({ id: 'new' }), aVolume()] }) });
  expect(listSubjects(head)).toEqual([
    'project/lab',
    'project/lab/vm/new',
    'project/lab/volume/data',
    'project/lab/vm/box',
  ]);
  expect(listSubjectNames(box)).toEqual(['project/lab/vm/box', 'lab/vm/box', 'lab/box', 'box']);
  expect(listSubjectNames(Subject.parse('account/main'))).toEqual(['account/main', 'main']);
});
