import { describe, expect, it } from 'vitest';
import { ProjectId, projectTarget, Subject } from '../../lib/model/ids.ts';
import { earlier, hours, later, minutes } from '../../lib/model/time/time.ts';
import { type BlindSpell, type Control, firstControl } from '../../lib/state/control.ts';
import type { Head } from '../../lib/state/head.ts';
import type { Override } from '../../lib/state/override.ts';
import { buildCondition, concerns } from '../../lib/views/condition/condition.ts';
import type { ViewInput } from '../../lib/views/view-input.ts';
import { aHead, anObservation, noon } from '../support/builders/observation-builders.ts';
import { aBudgetRule } from '../support/builders/policy-builders.ts';
import { aViewInput } from '../support/builders/view-builders.ts';

const seen = (ago: number, more: Partial<Head> = {}): Head => {
  const at = earlier(noon, minutes(ago));
  return aHead({ observation: anObservation({ at }), polledAt: at, ...more });
};
const lab = projectTarget(null, ProjectId.parse('lab'));
const web = projectTarget(null, ProjectId.parse('web'));
const failing = { polledAt: noon, failedPolls: 5, failedBecause: 'the key was revoked' };

const told = (heads: readonly Head[], more: Partial<ViewInput> = {}) => {
  const { notices, ...rest } = buildCondition(heads, aViewInput([], more));
  return { ...rest, says: notices.map(({ says }) => says), kinds: notices.map(({ kind }) => kind), notices };
};
const withControl = (more: Partial<Control>) => ({ control: { ...firstControl, ...more } });
const spell = (more: Partial<BlindSpell>): BlindSpell => ({
  matter: 'clock',
  since: earlier(noon, minutes(20)),
  because: 'it is so',
  lastNotified: null,
  named: [],
  delivered: [],
  notified: [],
  isResolved: false,
  ...more,
});
const word = { author: 'ada', reason: 'a demo', at: earlier(noon, hours(1)), until: later(noon, hours(3)) };
const pause = (project?: string): Override => ({
  kind: 'pause',
  id: 'p',
  ...word,
  ...(project && { project }),
});
const order: Override = {
  kind: 'order',
  id: 'o',
  ...word,
  action: 'stop',
  subject: Subject.parse('project/lab/vm/box'),
};

describe('the condition of spendwatch', () => {
  it('is good, without notices, while polls succeed', () => {
    expect(told([seen(3)])).toMatchObject({
      seenAt: earlier(noon, minutes(3)),
      blindBecause: null,
      notices: [],
    });
  });

  it.each([
    [15, []],
    [16, ['blind']],
  ])('is blind when the last poll was more than two polls and five minutes ago: %i min', (ago, kinds) => {
    expect(told([seen(ago)]).kinds).toEqual(kinds);
  });

  it('states since when no poll has run, and that the service may have stopped', () => {
    expect(told([seen(25)]).says).toEqual([
      'No poll has succeeded since 2026-11-21 11:35 (25 min ago): no poll has run since then, so the service may have stopped. All figures are from then.',
    ]);
  });

  it('states why polls failed before they ended, and when they ended', () => {
    const stopped = seen(60, { ...failing, polledAt: earlier(noon, minutes(30)) });
    expect(told([stopped]).blindBecause).toBe(
      'no poll has run since 2026-11-21 11:30, so the service may have stopped; the last one failed: the key was revoked',
    );
  });

  it('states since when every poll has failed, and why', () => {
    expect(told([seen(25, failing)]).says).toEqual([
      'No poll has succeeded since 2026-11-21 11:35 (25 min ago): the key was revoked. All figures are from then.',
    ]);
    expect(told([aHead({ ...failing, observation: null })]).says).toEqual([
      'No poll has succeeded yet: the key was revoked.',
    ]);
  });

  it('is blind while the clock is wrong, since nothing is recorded then', () => {
    const { blindBecause } = told(
      [seen(1)],
      withControl({ blind: [spell({ because: 'the clock is ahead' })] }),
    );
    expect(blindBecause).toBe('the clock is ahead');
    expect(told([seen(1)], withControl({ blind: [spell({ isResolved: true })] })).notices).toEqual([]);
  });

  it.each([
    ['signals', 'Signals are missing'],
    ['facts', 'Facts that rules need are unknown'],
  ] as const)('reports %s that are unknown, once people were notified', (matter, what) => {
    const because = 'the credit of account/main';
    const begun = spell({ matter, because, since: earlier(noon, hours(2)) });
    expect(told([seen(5)], withControl({ blind: [begun] })).says).toEqual([]);
    const notified = { ...begun, lastNotified: { at: noon, times: 1, because } };
    expect(told([seen(5)], withControl({ blind: [notified] })).says).toEqual([
      `${what} since 2026-11-21 10:00 (2 h ago): the credit of account/main.`,
    ]);
  });

  it('lists the targets that cannot be polled while others can', () => {
    const { blindBecause, notices, says } = told([
      seen(1, { target: web }),
      seen(90, { target: lab, ...failing }),
    ]);
    expect(blindBecause).toBeNull();
    expect(says).toEqual([
      '1 of 2 targets cannot be polled, the longest since 2026-11-21 10:30 (1 h 30 min ago): lab (the key was revoked). Their figures are from then.',
    ]);
    expect(notices.map((notice) => [concerns(notice, lab), concerns(notice, web)])).toEqual([[true, false]]);
  });

  it('does not list a target as failing that the platform no longer lists', () => {
    const gone = seen(600, { target: lab, ...failing, failureScope: 'unlisted' });
    expect(told([seen(1, { target: web }), gone]).notices).toEqual([]);
  });

  it('reports a policy file with a mistake, since when, and the policy that is in force', () => {
    const policyFault = {
      because: 'policy.yaml:3:5 rules[0]: no such rule',
      lastGoodSince: earlier(noon, hours(2)),
    };
    const blind = [spell({ matter: 'policy' })];
    const { policy } = aViewInput([aBudgetRule({})]);
    expect(told([seen(1)], { policy, policyFault, ...withControl({ blind }) }).says).toEqual([
      'The policy file is not in force since 2026-11-21 11:40 (20 min ago): policy.yaml:3:5 rules[0]: no such rule. The last good policy is in force instead, recorded 2026-11-21 10:00 (2 h ago), with 1 rule.',
    ]);
    expect(told([seen(1)], { policyFault: { ...policyFault, lastGoodSince: null } }).says).toEqual([
      'The policy file is not in force: policy.yaml:3:5 rules[0]: no such rule. No good policy is recorded, so no rules are shown.',
    ]);
    // Where the reader's own file is fine, as on another machine.
    expect(told([seen(1)], withControl({ blind })).says).toEqual([
      'At the last poll, the policy file was not in force since 2026-11-21 11:40 (20 min ago): it is so.',
    ]);
  });

  it('ends a reason as one sentence, whatever it ends with', () => {
    const policyFault = { because: 'unknown key; did you mean idle?', lastGoodSince: null };
    expect(told([seen(1)], { policyFault }).says[0]).toMatch(/mean idle\? No good policy/);
  });

  it('reports a lost key for actions', () => {
    const key = spell({ matter: 'acting-key', because: 'no such file', since: earlier(noon, hours(1)) });
    expect(told([seen(1)], withControl({ blind: [key] })).says).toEqual([
      'No action has been possible since 2026-11-21 11:00 (1 h ago): no such file.',
    ]);
    expect(told([seen(1)], withControl({ blind: [{ ...key, isResolved: true }] })).notices).toEqual([]);
  });

  it('reports for a day that the platform refused the key for actions, and for which targets', () => {
    const because = 'the platform refused: forbidden (403)';
    const refused = (ago: number) =>
      seen(1, { target: lab, keyRefused: { at: earlier(noon, hours(ago)), because } });
    const { says, notices } = told([refused(1), seen(1, { target: web })]);
    expect(says).toEqual([
      `The API key for actions has no permission to act in lab, known since 2026-11-21 11:00 (1 h ago): ${because}. It needs the role EDITOR.`,
    ]);
    expect(notices.map((notice) => concerns(notice, web))).toEqual([false]);
    expect(told([refused(24)]).notices).toEqual([]);
  });

  it('reports pauses in force, and for which targets', () => {
    const { says, notices } = told([seen(1, { target: lab }), seen(1, { target: web })], {
      overrides: [pause(), pause('web')],
    });
    const until = 'paused by ada until 2026-11-21 15:00 (in 3 h): a demo. Alerts are still sent.';
    expect(says).toEqual([`All actions are ${until}`, `Actions in web are ${until}`]);
    expect(notices.map((notice) => concerns(notice, lab))).toEqual([true, false]);
    expect(told([seen(1)], { overrides: [{ ...pause(), until: noon }] }).notices).toEqual([]);
  });

  it.each([
    {
      orders: [],
      says: ["ada's order to stop lab/box waits for the next poll and expires 2026-11-21 15:00 (in 3 h)."],
    },
    { orders: [{ id: 'o', until: noon, failedBecause: null }], says: [] },
    {
      orders: [{ id: 'o', until: noon, failedBecause: 'the platform refused it' }],
      says: ["ada's order to stop lab/box failed: the platform refused it."],
    },
  ])('reports orders that wait or failed: $says', ({ orders, says }) => {
    expect(told([seen(1, { target: lab, orders })], { overrides: [order] }).says).toEqual(says);
  });

  it('has the most severe notice first', () => {
    const blind = [spell({ matter: 'acting-key' })];
    const policyFault = { because: 'a mistake', lastGoodSince: null };
    const more = { overrides: [order, pause()], policyFault, ...withControl({ blind }) };
    expect(told([seen(25)], more).kinds).toEqual(['blind', 'policy', 'key', 'pause', 'order']);
  });
});
