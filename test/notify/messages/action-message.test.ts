import { describe, expect, it } from 'vitest';
import { ActionKind } from '../../../lib/model/action-kind.ts';
import type { CloudName } from '../../../lib/model/cloud-name.ts';
import { ResourceId, Subject } from '../../../lib/model/ids.ts';
import { hourlyPrice } from '../../../lib/model/money/money.ts';
import { later, minutes } from '../../../lib/model/time/time.ts';
import { renderMessage } from '../../../lib/notify/messages/message.ts';
import type { NotificationByKind } from '../../../lib/state/notification.ts';
import { aboutVm, aConfirmedNotification, aMessage, morning } from './a-message.ts';

const machine = Subject.parse('project/ml-infra/machine/metal-2');

const image = ResourceId.parse('spendwatch-train-7b-202611210516');

function confirmed(
  action: ActionKind,
  overrides: Partial<NotificationByKind<'action-confirmed'>> = {},
  cloud: CloudName = 'compute',
) {
  return told(aConfirmedNotification({ action, ...overrides }), cloud);
}

function notDone(action: ActionKind, overrides: Partial<NotificationByKind<'action-failed'>> = {}) {
  const because = 'the platform said no';
  return told({
    kind: 'action-failed',
    ...aboutVm,
    because,
    action,
    retryAfter: null,
    by: null,
    ...overrides,
  });
}

function told(
  notice: NotificationByKind<'action-confirmed' | 'action-failed' | 'caps-held'>,
  cloud: CloudName = 'compute',
) {
  const { subject, body } = renderMessage(aMessage(notice, { cloud }), { zone: 'UTC' });
  return { subject, body, words: body.replace(/\s+/g, ' ') };
}

describe('a confirmed action', () => {
  it.each([
    ['stop', 'stopped, still billed'],
    ['power-off', 'powered off, still billed'],
    ['image', 'copied to an image'],
    ['terminate', 'deleted for good'],
    ['start', 'started again'],
    ['power-on', 'powered on again'],
  ] as const)('%s: the VM %s', (action, happened) => {
    expect(confirmed(action).subject).toBe(`[warning] VM train-7b in ml-infra: ${happened}`);
  });

  it.each([
    ['stop', aboutVm.subject, 'start ml-infra/vm/train-7b'],
    ['power-off', machine, 'start ml-infra/machine/metal-2'],
  ] as const)('%s: the message states what it continues to cost', (action, subject, command) => {
    const { body, words } = confirmed(action, { subject });
    expect(body).toContain('Still costs  3.20 USD/h, 76.80 USD a day, 2,336.00 USD a month\n');
    expect(words).toMatch(
      /by itself saves nothing: a stopped (VM|machine) is billed in full until it is deleted/,
    );
    expect(words).toContain(`spendwatch ${command}`);
    const ofUnknownPrice = confirmed(action, { subject, price: null });
    expect(ofUnknownPrice.words).toContain('Still costs unknown; the platform reports no price');
    expect(ofUnknownPrice.subject).not.toContain('billed');
  });

  it('stop: the VM is not called billed where its price is zero afterwards', () => {
    const { subject, body } = confirmed('stop', { price: hourlyPrice('0') });
    expect(subject).toBe('[warning] VM train-7b in ml-infra: stopped');
    expect(body).toContain('  Costs      0.00 USD/h');
  });

  it.each([
    ['0.05', true, 'stopped; about 0.05 USD/h still billed', 'A stop ends its charge but for 0.05 USD/h'],
    ['0.05', undefined, 'stopped; 0.05 USD/h still billed', 'A stop ends its charge but for 0.05 USD/h'],
    ['0', undefined, 'stopped', 'A stop ends its charge and erases'],
    [null, undefined, 'stopped, at an unknown price', 'A stop ends part of its charge'],
  ] as const)(
    'stop: the message on a pod that costs %s afterwards states the charge that continues',
    (price, isEstimate, state, effect) => {
      const of = { price: price && hourlyPrice(price), isEstimate, priceBefore: hourlyPrice('3.2') };
      const { subject, words } = confirmed('stop', of, 'runpod');
      expect(subject).toBe(`[warning] pod train-7b in ml-infra: ${state}`);
      expect(words).toContain(effect);
    },
  );

  it('image: the message has its name, and states that it is billed in addition to the VM', () => {
    const { words } = confirmed('image', { image });
    expect(words).toContain(
      `Image ${image} Costs 3.20 USD/h, 76.80 USD a day, 2,336.00 USD a month, plus the image`,
    );
    expect(words).toContain(
      'saves nothing and leaves an image of its boot disk, private and billed by its size.',
    );
  });

  it('terminate: the message states that the charge has ended, what it was, and that storage disks are still billed', () => {
    const { words } = confirmed('terminate', { image });
    expect(words).toContain(
      'Deletion ends its charge, erases its boot disk and leaves its storage disks, which are detached and continue to be billed.',
    );
    expect(words).toContain(`Image ${image} Cost before 3.20 USD/h, 76.80 USD a day, 2,336.00 USD a month`);
    expect(confirmed('terminate').body).toContain('Image        none\n');
  });

  it.each(ActionKind.options.filter((action) => action !== 'terminate'))(
    '%s: the message claims no saving',
    (action) => {
      expect(confirmed(action, { image }).words).not.toMatch(
        /ends its charge|no longer billed|frees|Did cost/,
      );
    },
  );

  it('that a person ordered names the person', () => {
    expect(confirmed('stop', { by: 'ada' }).body).toContain('Ordered by   ada\n');
    expect(confirmed('stop').body).not.toContain('Ordered by');
  });
});

describe('an action that failed', () => {
  it('is reported with the reason and the time of the next attempt', () => {
    const { subject, words } = notDone('stop', { retryAfter: later(morning, minutes(30)), by: 'ada' });
    expect(subject).toBe('[warning] VM train-7b in ml-infra: could not be stopped');
    expect(words).toContain('Ordered by ada Why the platform said no.');
    expect(words).toContain(
      'The action is retried if it is still required, not before 2026-11-21 05:46 (UTC).',
    );
  });

  it.each([
    ['stop', 'Check its state on the platform. A stop by itself saves nothing'],
    ['power-off', 'Check its state on the platform.'],
    ['image', 'Copy the data that you need yourself.'],
    ['terminate', 'It still exists, and may be billed. Delete it on the platform if nobody needs it.'],
    ['start', 'Start it on the platform.'],
    ['power-on', 'Power it on in the console of the platform.'],
  ] as const)('%s, once it is given up, is reported with advice: %s', (action, advice) => {
    const { words } = notDone(action, { severity: 'critical' });
    expect(words).toContain('This action was given up and will not be retried.');
    expect(words).toContain(advice);
  });

  it('is announced again where it was a stop without visible effect, unless a person ordered it', () => {
    expect(notDone('stop').words).toContain('it is announced again.');
    expect(notDone('stop', { by: 'ada' }).words).toContain('will not be retried');
  });
});

it('actions that the caps held back are reported with how many were due', () => {
  const because = '12 stops are due, and caps.per-run is 5';
  const { subject, body } = told({ kind: 'caps-held', ...aboutVm, because, wanted: 12, allowed: 5 });
  expect(subject).toBe('[warning] caps exceeded: 12 due, 5 allowed; no action taken');
  expect(body).toContain(
    '  Due      12\n  Allowed  5\n\n  Why      12 stops are due, and caps.per-run is 5.\n',
  );
});
