import { describe, expect, it } from 'vitest';
import type { CloudProfile } from '../../../lib/clouds/profile.ts';
import { getCloudProfile } from '../../../lib/clouds/profiles.ts';
import { Subject } from '../../../lib/model/ids.ts';
import { hourlyPrice, money } from '../../../lib/model/money/money.ts';
import { hours, later } from '../../../lib/model/time/time.ts';
import { renderMessage } from '../../../lib/notify/messages/message.ts';
import {
  atZeroText,
  describeErasure,
  effectText,
  lessSpent,
  restText,
  savesNothing,
} from '../../../lib/notify/parts/effect-text.ts';
import { runwayFinding } from '../../../lib/rules/runway/words.ts';
import { wasteFinding } from '../../../lib/rules/waste/words.ts';
import { noEffect, pods } from '../../support/clouds/pods.ts';
import { aMessage, morning, vm } from './a-message.ts';
import { anAlert } from './every-alert.ts';
import { everyNotification } from './every-notification.ts';

const compute = getCloudProfile('compute');
const endsAll: CloudProfile = {
  ...pods,
  effects: { ...pods.effects, stop: { vm: { ...noEffect, ends: 'all' } } },
  atZeroCredit: null,
};

const runway = {
  kind: 'runway',
  credit: money('20'),
  reported: { amount: money('20'), at: morning },
  burnRate: hourlyPrice('4'),
  left: hours(5),
  emptyAt: later(morning, hours(5)),
  threshold: hours(6),
  recharge: 'none',
  atRisk: { counts: { vm: 2 }, isPartial: false },
} as const;
const waste = {
  kind: 'waste',
  condition: 'stopped-vm',
  price: hourlyPrice('0.02'),
  state: 'EXITED',
  sizeGib: null,
  usedGib: null,
  committedUntil: null,
} as const;
const contextOf = (figures: typeof runway | typeof waste, cloud: CloudProfile | null) => ({
  notice: anAlert(figures, { subject: vm }),
  cloud,
  who: 'VM train-7b',
  zone: 'UTC',
  now: morning,
  at: () => 'then',
});

describe('sentences follow from the profile of the cloud', () => {
  it('about what a stop ends, erases and leaves', () => {
    expect(restText(compute, { subject: vm })).toEqual([
      'A stop by itself saves nothing: a stopped VM is billed in full until it is deleted.',
    ]);
    expect(restText(pods, { subject: vm })).toEqual([
      'A stop ends part of its charge, erases its container disk and leaves its volume disk, which costs twice as much.',
      'Its capacity may go to others, so it may not be possible to start it again.',
    ]);
    expect(restText(endsAll, { subject: vm })).toEqual(['A stop ends its charge.']);
    // What the cloud reports of one pod takes precedence over what applies to all.
    expect(restText(pods, { subject: vm, erasedByStop: null })[0]).toBe(
      'A stop ends part of its charge and leaves its volume disk, which costs twice as much.',
    );
    expect(restText(pods, { subject: vm, erasedByStop: null, continuesAt: hourlyPrice('0.02') })[0]).toBe(
      'A stop ends its charge but for 0.02 USD/h and leaves its volume disk, which costs twice as much.',
    );
    expect(restText(pods, { subject: vm, continuesAt: hourlyPrice('0') })[0]).toBe(
      'A stop ends its charge and erases its container disk.',
    );
    expect(restText(endsAll, { subject: vm, continuesAt: hourlyPrice('0') })).toEqual([
      'A stop ends its charge.',
    ]);
    expect(restText(compute, { subject: vm, erasedByStop: 'its local disks' })).toEqual([
      'A stop saves nothing and erases its local disks.',
    ]);
    expect([compute, pods, endsAll].map((cloud) => savesNothing(cloud, 'vm'))).toEqual([true, false, false]);
  });

  it('about what a deletion erases', () => {
    expect(describeErasure(compute, 'vm', ', with ')).toBe(', with its boot disk');
    expect(describeErasure(pods, 'vm', ', with ')).toBe('');
    expect(effectText(pods, 'terminate', 'vm')).toEqual(['Deletion ends its charge.']);
  });

  it('about spending less', () => {
    expect(lessSpent(compute)).toBe('delete what nobody needs: a stopped VM is still billed.');
    expect(lessSpent(pods)).toBe('stop or delete what nobody needs.');
  });

  it('about the end at zero credit', () => {
    expect(atZeroText(compute)[0]).toBe(
      'When its credit reaches zero, the platform deletes everything that it pays for, disks included.',
    );
    expect(atZeroText(pods)[0]).toBe(
      'When its credit reaches zero, the platform deletes its VMs and disks; stops its machines, clusters and cluster machines; keeps its volumes, buckets, images and networks.',
    );
    expect(atZeroText(endsAll)).toEqual([]);
    expect(atZeroText(getCloudProfile('runpod'))).toEqual([
      'When its credit reaches zero, the platform deletes its pods and cluster pods; stops its endpoints; keeps its network volumes.',
      'Pods with a network volume are stopped, and network volumes continue to be billed.',
      'Deleted data is lost.',
    ]);
    const { found, opening } = runwayFinding(runway, contextOf(runway, pods));
    expect(found).toMatch(/^resources deleted at/);
    expect(opening.at(-1)).toBe('Then the platform deletes 2 VMs. This cannot be undone.');
  });

  it('about waste, with no claim that its price does not show', () => {
    const { opening } = wasteFinding(waste, contextOf(waste, pods));
    expect(opening).toEqual(['VM train-7b is stopped, and still billed.', 'Deletion ends its charge.']);
  });
});

it('a message about several clouds makes no claim about any of them', () => {
  const project = Subject.parse('project/ml-infra');
  expect([
    restText(null, { subject: vm }),
    restText(compute, { subject: project }),
    atZeroText(null),
  ]).toEqual([[], [], []]);
  expect(effectText(null, 'terminate', 'vm')).toEqual([]);
  expect(lessSpent(null)).toBe('delete what nobody needs.');
  const { opening } = wasteFinding(waste, contextOf(waste, null));
  expect(opening).toEqual(['VM train-7b is stopped, and still billed.']);
  expect(runwayFinding(runway, contextOf(runway, null)).opening.at(-1)).toBe(
    'Then the platform deletes 2 VMs. This cannot be undone.',
  );
});

/** Words of facts that RunPod does not have: pods are no VMs, a lock keeps them, and no disk is detached. */
const notOnRunPod = /\bVMs?\b|metadata|\btag(?:s|ged)?\b|detached|(?<!network )\bvolumes?\b(?! disk)/i;
/** Notifications of steps that RunPod does not support, or of all clouds. */
const notOfPods = ['image', 'deletion', 'blind', 'terminate', 'digest'];

describe('a message about a pod', () => {
  const onRunPod = Object.entries(everyNotification).filter(
    ([name]) => !notOfPods.some((one) => name.includes(one)),
  );

  it.each(onRunPod)('%s says nothing that only another cloud has', (_, notice) => {
    const message = { ...aMessage(notice, { severity: notice.severity }), cloud: 'runpod' as const };
    const { subject, body } = renderMessage(message, { zone: 'UTC' });
    expect(`${subject} ${body}`.replaceAll(/spendwatch .*|project\/\S+/g, '').match(notOnRunPod)).toBeNull();
  });
});
