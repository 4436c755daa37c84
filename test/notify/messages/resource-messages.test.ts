import { describe, expect, it } from 'vitest';
import { ResourceKind } from '../../../lib/model/facts/resource.ts';
import { RuleName, Subject } from '../../../lib/model/ids.ts';
import { hourlyPrice, money } from '../../../lib/model/money/money.ts';
import { days, earlier, hours, later, minutes } from '../../../lib/model/time/time.ts';
import { renderMessage } from '../../../lib/notify/messages/message.ts';
import type { CommitmentFigures } from '../../../lib/rules/commitment/terms.ts';
import type { LifetimeFigures } from '../../../lib/rules/lifetime/terms.ts';
import type { ScheduleFigures } from '../../../lib/rules/schedule/terms.ts';
import type { Figures } from '../../../lib/rules/terms.ts';
import { WasteCondition, type WasteFigures } from '../../../lib/rules/waste/terms.ts';
import type { NextStep } from '../../../lib/state/notification.ts';
import { aMessage, anAction, aWouldBeAction, morning } from './a-message.ts';
import { anAlert } from './every-alert.ts';

const onlyTells: NextStep = { kind: 'nothing', because: 'alert only' };

function rendered(figures: Figures, subject = 'vm/train-7b', next: NextStep = onlyTells) {
  const notice = anAlert(figures, {
    subject: Subject.parse(`project/ml-infra/${subject}`),
    rule: RuleName.parse('the rule'),
    because: 'it is so',
    since: earlier(morning, hours(24)),
    next,
  });
  const { subject: line, body } = renderMessage(aMessage(notice), { zone: 'UTC' });
  return { subject: line, words: body.replace(/\s+/g, ' ') };
}

const waste = (overrides: Partial<WasteFigures> = {}): WasteFigures => ({
  kind: 'waste',
  condition: 'stopped-vm',
  price: hourlyPrice('0.62'),
  state: 'STOPPED',
  sizeGib: null,
  usedGib: null,
  committedUntil: null,
  ...overrides,
});
const commitment: CommitmentFigures = {
  kind: 'commitment',
  of: 'commitment',
  price: hourlyPrice('2'),
  state: 'ACTIVE',
  endsAt: later(morning, days(7)),
};
const schedule: ScheduleFigures = {
  kind: 'schedule',
  price: hourlyPrice('2'),
  state: 'ACTIVE',
  endedAt: earlier(morning, minutes(16)),
  beginsAt: later(morning, hours(3)),
};
const lifetime: LifetimeFigures = {
  kind: 'lifetime',
  price: hourlyPrice('2'),
  state: 'ACTIVE',
  createdAt: earlier(morning, days(9)),
  longest: days(7),
  cost: null,
  isExtendable: false,
};

describe('the message of waste', () => {
  it('states what it costs, and what deleting it ends and erases', () => {
    const { subject, words } = rendered(waste());
    expect(subject).toBe('[warning] VM train-7b in ml-infra: stopped but billed (0.62 USD/h)');
    expect(words).toContain('VM train-7b in project ml-infra is stopped, and still billed.');
    expect(words).toContain('Costs 0.62 USD/h, 14.88 USD a day');
    expect(words).toContain('Deletion ends its charge, erases its boot disk and leaves its storage disks');
  });

  it('states the size where the platform reports no price', () => {
    const disk = waste({ condition: 'detached-disk', price: null, state: 'READY', sizeGib: 100 });
    expect(rendered(disk, 'disk/loose').words).toContain(
      'Costs by its 100 GiB; the platform reports no price for it',
    );
    const image = waste({ condition: 'unused-image', price: null, state: 'READY' });
    expect(rendered(image, 'image/backup').words).toContain('Costs by its size, which is not reported');
  });

  it('states that a committed resource is paid for, deleted or not', () => {
    const { words } = rendered(waste({ committedUntil: later(morning, days(30)) }));
    expect(words).toContain(
      'It is committed until 2026-12-21 05:16 (UTC) and paid for until then, deleted or not.',
    );
  });

  it('does not state 0 USD for a machine whose price is part of its cluster', () => {
    const { words } = rendered(
      waste({ condition: 'powered-off', price: hourlyPrice('0') }),
      'cluster-machine/node-1',
    );
    expect(words).toContain('Costs in the price of the cluster and its machines');
  });

  it('states how long it has been in transitional states, and what that cost', () => {
    const since = earlier(morning, hours(12));
    const figures = waste({
      condition: 'transitional',
      price: hourlyPrice('6.4'),
      state: 'STARTING',
      transitional: { since, lasted: hours(12), cost: money('76.8') },
    });
    const { subject, words } = rendered(figures);
    expect(subject).toBe('[warning] VM train-7b in ml-infra: STARTING for 12 h (about 76.80 USD so far)');
    expect(words).toContain(
      'VM train-7b in project ml-infra is STARTING, and has been in transitional states for 12 h.',
    );
    expect(words).toContain('Costs 6.40 USD/h');
    expect(words).toContain('So far about 76.80 USD');
    expect(words).toContain('Observed in such states since 2026-11-20 17:16 (UTC)');
    const unpriced = rendered({
      ...figures,
      price: null,
      transitional: { since, lasted: hours(12), cost: null },
    });
    expect(unpriced.subject).toBe('[warning] VM train-7b in ml-infra: STARTING for 12 h');
    expect(unpriced.words).toContain('at a price that the platform does not report');
    expect(unpriced.words).not.toContain('0.00 USD');
  });

  it.each(WasteCondition.options)('never claims a saving: %s', (condition) => {
    const { words } = rendered(waste({ condition }), 'volume/data');
    expect(words).not.toMatch(/sav(e|ing)/i);
  });
});

it('the message of a commitment states when it ends, and what is known about its end', () => {
  const { subject, words } = rendered(commitment, 'cluster/train');
  expect(subject).toBe('[warning] cluster train in ml-infra: commitment ends 2026-11-28 05:16');
  expect(words).toContain('Ends 2026-11-28 05:16 (UTC)');
  expect(words).toContain('The platform does not report the price afterwards');
});

it('the message of an expiry states that the platform deletes the VM, and what is lost', () => {
  const { subject, words } = rendered({ ...commitment, of: 'expiry' });
  expect(subject).toBe(
    '[warning] VM train-7b in ml-infra: expires 2026-11-28 05:16, then deleted by the platform',
  );
  expect(words).toContain(
    'the platform then deletes it, with all data on it. Deletion ends its charge, erases its boot disk',
  );
});

it('the message of a schedule states the hours, and that use does not postpone the stop', () => {
  const { subject, words } = rendered(schedule, 'vm/train-7b', anAction({ after: minutes(30) }));
  expect(subject).toBe('[warning] VM train-7b in ml-infra: running outside its hours, will be stopped');
  expect(words).toContain('Hours ended 2026-11-21 05:00, resume 2026-11-21 08:16 (UTC)');
  expect(words).toContain('not before 2026-11-21 05:46');
  expect(words).toContain('in use or not');
  expect(words).not.toContain('use it, or');
  expect(words).toContain('it is left alone until its hours begin');
  expect(words).toContain('A stop by itself saves nothing');
});

it('the message of a lifetime states the age, and that the VM is billed for as long as it exists', () => {
  const { subject, words } = rendered(lifetime, 'vm/train-7b', aWouldBeAction());
  expect(subject).toBe(
    '[warning] VM train-7b in ml-infra: over the age limit of 7 d (observe mode, no action)',
  );
  expect(words).toContain('Created 2026-11-12 05:16 (UTC)');
  expect(words).toContain('Limit 7 d');
  expect(words).toContain('In enforce mode it would be stopped');
  expect(words).not.toContain('spendwatch keep');
});

it('the message of a lifetime states the cost so far and until the next step', () => {
  const cost = money('432');
  const told = (next: NextStep) => rendered({ ...lifetime, cost }, 'vm/train-7b', next).words;
  const action = anAction({ after: hours(4) });
  expect(told({ ...action, notBefore: null })).toContain('So far about 432.00 USD');
  expect(told({ ...action, notBefore: null })).toContain('By then about 8.00 USD more until it is stopped');
  const at = later(lifetime.createdAt, days(10));
  expect(told({ ...action, notBefore: at })).toContain('By then about 480.00 USD in all until it is stopped');
  expect(told(onlyTells)).not.toContain('By then');
});

it.each([
  ['is planned', anAction()],
  ['would be taken', aWouldBeAction()],
  ['does not follow', onlyTells],
])('the message of a lifetime that a keep can extend offers a keep, where an action %s', (_, next) => {
  const { words } = rendered({ ...lifetime, isExtendable: true }, 'vm/train-7b', next);
  expect(words).toContain('run spendwatch keep with an end time: that extends the limit');
  expect(words.split('spendwatch keep ml-infra/vm/train-7b')).toHaveLength(2);
});

it.each(ResourceKind.options)('subject lines are under 100 characters of ASCII for any %s', (kind) => {
  const long = `${kind}/${'ä'.repeat(300)}`;
  const steps: NextStep[] = [
    onlyTells,
    anAction(),
    anAction({ action: 'terminate', approve: hours(1) }),
    aWouldBeAction(),
  ];
  const all = WasteCondition.options.map((condition) => waste({ condition }));
  for (const figures of [...all, commitment, schedule, lifetime])
    for (const next of steps) expect(rendered(figures, long, next).subject).toMatch(/^[\x20-\x7e]{1,99}$/);
});
