import { expect } from 'vitest';
import { buildImageName } from '../../../lib/decide/actions/later-steps.ts';
import type { ActionKind } from '../../../lib/model/action-kind.ts';
import type { Resource } from '../../../lib/model/facts/resource.ts';
import { Subject } from '../../../lib/model/ids.ts';
import { days, hours, minutes } from '../../../lib/model/time/time.ts';
import type { ActingRule } from '../../../lib/rules/terms.ts';
import type { Head } from '../../../lib/state/head.ts';
import type { Policy } from '../../../lib/state/policy.ts';
import { imagedStory, stoppedStory, whole } from '../../decide/actions/stopped-story.ts';
import { aMachine, aVm, lab } from '../../support/builders/observation-builders.ts';
import { anIdleRule, aPolicy } from '../../support/builders/policy-builders.ts';
import { aScheduleRule } from '../../support/builders/resource-rule-builders.ts';
import { anImage, aPowerOff, aStart, aStop, aTerminate } from '../../support/builders/step-builders.ts';
import { boxOnTheWire, clusterOnTheWire, metalOnTheWire } from '../../support/clouds/platform.ts';
import type { Answers } from '../../support/clouds/scripted-cloud.ts';
import { aTimeline, on } from '../../support/timeline.ts';
import type { Request } from './an-actor.ts';
import { waitingStops } from './an-actor.ts';

/** An action that was decided and is due, on a platform that still shows what it was decided for. */
export type DueAction = {
  readonly action: ActionKind;
  readonly clock: string;
  readonly head: Head;
  /** `null` where a person ordered it. */
  readonly rule: ActingRule | null;
  readonly policy: Policy;
  /** The answers of the platform if its record of the resource has these changes. */
  readonly shows: (changes?: object) => Answers;
  readonly request: Request;
  /** The changes of the record that show the action done. */
  readonly done: object;
  /** The same rule with a grace that is longer than what has passed; `null` where there is none. */
  readonly slower: ActingRule | null;
};

const box = { projectId: 'lab', id: 'box' };
const vmShows = (state: string) => (changes: object) => ({
  getVm: () => ({ VM: boxOnTheWire({ state, ...changes }) }),
});
const imageName = buildImageName(Subject.parse(`${lab}/vm/box`), on('28 11:05'));
const unchanged = { dataCenterId: 'europe-1', machineTypeId: 'metal-h100', os: 'ubuntu-24.04' };
const metalShows = (powerState: string) => (changes: object) => ({
  getMachine: () => metalOnTheWire({ powerState, ...changes }),
});
const nodeShows = (powerState: string) => (changes: object) => ({
  listClusters: () => [clusterOnTheWire({ powerState, ...changes })],
});

const aNode = (changes: Parameters<typeof aMachine>[0] = {}) =>
  aMachine({ kind: 'cluster-machine', id: 'node-1', ...changes });

const office = aScheduleRule({ then: [aStop(minutes(30)), aPowerOff(minutes(30)), aStart()] });
const slowOffice = aScheduleRule({ then: [aStop(hours(9)), aPowerOff(hours(9)), aStart()] });
const sleeping = {
  vm: { state: 'STOPPED', activity: 'stopped' },
  machine: { state: 'OFF', activity: 'stopped' },
} as const;
const awake = { vm: aVm(), machine: aMachine() };

/** The 21st is a Saturday: found at 10:00, due at 11:00, and started again on Monday at 08:00. */
function atRestForHours(kind: keyof typeof awake, until: 'rest' | 'wake'): Head {
  const story = aTimeline(aPolicy({ rules: [office] }));
  const poll = (clock: string, changes: object = {}) =>
    story.poll(clock, {
      slots: null,
      resources: [{ ...awake[kind], ...changes, seenAt: on(clock) }],
    });
  poll('10:00');
  story.deliver('10:00');
  poll('11:00');
  if (until === 'rest') return story.head;
  story.carryOut('11:00', 'requested');
  poll('11:05', sleeping[kind]);
  story.deliver('11:05');
  poll('23 08:00', sleeping[kind]);
  return story.head;
}

/** Rules do not match the machines of clusters; people may order actions on them. */
function ordered(action: 'stop' | 'start', resource: Resource): Head {
  const story = aTimeline(aPolicy());
  const subject = Subject.parse(`${lab}/${resource.kind}/${resource.id}`);
  const word = { id: 'one', author: 'ada', reason: 'a demo', at: on('10:55'), until: on('12:00') };
  story.putOverride({ kind: 'order', ...word, action, subject });
  const seen = ['vms', 'machines', 'clusters'] as const;
  story.poll('11:00', { slots: null, seen: [...seen], resources: [{ ...resource, seenAt: on('11:00') }] });
  return story.head;
}

function imageDue(): Head {
  const { story, poll } = stoppedStory();
  poll('28 10:05');
  story.deliver('28 10:05');
  poll('28 11:05');
  story.deliver('28 11:05');
  return story.head;
}

function terminateDue(): Head {
  const { story, poll } = imagedStory();
  poll('29 11:20', {}, 'READY');
  return story.head;
}

const idle = { rule: whole, policy: aPolicy({ rules: [whole] }) };
const byTheClock = { rule: office, policy: aPolicy({ rules: [office] }) };
const byOrder = { rule: null, policy: aPolicy() };
const longer = anIdleRule({
  then: [aStop(hours(9)), anImage({ notice: hours(9) }), aTerminate({ after: days(9) })],
});

const acts: Readonly<
  Record<string, () => Omit<DueAction, 'shows'> & { readonly shows: (changes: object) => Answers }>
> = {
  'a stop': () => ({
    ...idle,
    action: 'stop',
    clock: '11:00',
    head: waitingStops('box'),
    shows: vmShows('ACTIVE'),
    request: { operation: 'stopVm', input: box },
    done: { state: 'STOPPED' },
    slower: longer,
  }),
  'a power-off of a machine': () => ({
    ...byTheClock,
    action: 'power-off',
    clock: '11:00',
    head: atRestForHours('machine', 'rest'),
    shows: metalShows('ON'),
    request: {
      operation: 'patchMachine',
      input: { projectId: 'lab', id: 'metal', body: { ...unchanged, powerState: 'OFF' } },
    },
    done: { powerState: 'OFF' },
    slower: slowOffice,
  }),
  'a power-off of a cluster machine': () => ({
    ...byOrder,
    action: 'power-off',
    clock: '11:00',
    head: ordered('stop', aNode()),
    shows: nodeShows('ON'),
    request: {
      operation: 'patchClusterMachine',
      input: { projectId: 'lab', id: 'node-1', body: { powerState: 'OFF' } },
    },
    done: { powerState: 'OFF' },
    slower: null,
  }),
  'an image': () => ({
    ...idle,
    action: 'image',
    clock: '28 11:05',
    head: imageDue(),
    shows: vmShows('STOPPED'),
    request: {
      operation: 'createImage',
      input: {
        projectId: 'lab',
        vmId: 'box',
        id: imageName,
        description: expect.stringContaining('stopped for'),
      },
    },
    done: {},
    slower: longer,
  }),
  'a deletion': () => ({
    ...idle,
    action: 'terminate',
    clock: '29 11:20',
    head: terminateDue(),
    shows: (changes) => ({
      listImages: () => [{ id: imageName, state: 'READY' }],
      ...vmShows('STOPPED')(changes),
    }),
    request: { operation: 'terminateVm', input: box },
    done: { state: 'DELETED' },
    slower: longer,
  }),
  'a start': () => ({
    ...byTheClock,
    action: 'start',
    clock: '23 08:00',
    head: atRestForHours('vm', 'wake'),
    shows: vmShows('STOPPED'),
    request: { operation: 'startVm', input: box },
    done: { state: 'ACTIVE' },
    slower: null,
  }),
  'a power-on of a machine': () => ({
    ...byTheClock,
    action: 'power-on',
    clock: '23 08:00',
    head: atRestForHours('machine', 'wake'),
    shows: metalShows('OFF'),
    request: {
      operation: 'patchMachine',
      input: { projectId: 'lab', id: 'metal', body: { ...unchanged, powerState: 'ON' } },
    },
    done: { powerState: 'ON' },
    slower: null,
  }),
  'a power-on of a cluster machine': () => ({
    ...byOrder,
    action: 'power-on',
    clock: '11:00',
    head: ordered('start', aNode(sleeping.machine)),
    shows: nodeShows('OFF'),
    request: {
      operation: 'patchClusterMachine',
      input: { projectId: 'lab', id: 'node-1', body: { powerState: 'ON' } },
    },
    done: { powerState: 'ON' },
    slower: null,
  }),
};

/** Each action by its name in titles, and those of some kinds only. */
export const everyAction: readonly string[] = Object.keys(acts);
export const actsThat = (is: (due: DueAction) => boolean): readonly string[] =>
  everyAction.filter((name) => is(dueAction(name)));

/** Each is made once: its story takes a while, and no test changes it. */
const made = new Map<string, DueAction>();
export function dueAction(name: string): DueAction {
  const known = made.get(name);
  if (known !== undefined) return known;
  const due = acts[name]?.() ?? expect.fail(`no act is called ${name}`);
  const action = { ...due, shows: (changes = {}) => due.shows(changes) };
  made.set(name, action);
  return action;
}
