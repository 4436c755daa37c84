import { expect, it } from 'vitest';
import { MessageId, Subject } from '../../lib/model/ids.ts';
import { days, earlier, hours, later, minutes } from '../../lib/model/time/time.ts';
import { Override } from '../../lib/state/override.ts';
import { buildInventory } from '../../lib/views/inventory.ts';
import { decideRemark } from '../../lib/views/remark-on-resource.ts';
import { listWaitingActions, waitingBySubject } from '../../lib/views/waiting.ts';
import { aHead, anObservation, aVm, aVolume, noon } from '../support/builders/observation-builders.ts';
import { anIdleRule } from '../support/builders/policy-builders.ts';
import { anAlert, aViewInput } from '../support/builders/view-builders.ts';

const rule = anIdleRule();
const idle = anAlert({ rule: rule.name, idleSince: earlier(noon, hours(3)) });
const announced = {
  ...idle,
  announcement: { message: MessageId.parse('m1'), after: hours(1), deliveredAt: noon },
};
const dear = anAlert({ kind: 'rate', rule: 'dear', because: 'costs 9.00 USD/h' });
const keep = Override.parse({
  ...{ kind: 'keep', id: 'k', author: 'ada', reason: 'a demo', subject: Subject.parse('project/lab/vm/box') },
  ...{ at: noon, until: later(noon, days(1)) },
});

type Case = Partial<Record<'resource' | 'head', object>> & { readonly overrides?: readonly Override[] };

function remark({ resource = {}, head = {}, overrides = [] }: Case) {
  const context = aViewInput([rule], { overrides });
  const of = aHead({ observation: anObservation({ resources: [aVm(resource)] }), polledAt: noon, ...head });
  const [row] = buildInventory(of, [], context, waitingBySubject(listWaitingActions([of], context)));
  if (row === undefined) throw new Error('there is no such VM');
  return decideRemark(row, noon);
}

const failing = { failedPolls: 2, failedBecause: 'no route' };
const soon = { expiresAt: later(noon, days(2)) };
const stopped = { activity: 'stopped', state: 'STOPPED' } as const;

/** Each row includes all that the next ones include, and one matter that is more important. */
it.each([
  {
    what: 'that the platform deletes it this week, before everything else',
    of: { resource: soon, head: { alerts: [announced], ...failing } },
    says: ['expires in 2 d, then deleted by the platform', 'due'],
  },
  {
    what: 'a planned action and why it is on hold, even while polls fail',
    of: { head: { alerts: [announced], ...failing } },
    says: ['stop announced, on hold: its project cannot be polled: no route', 'due'],
  },
  {
    what: 'a planned action',
    of: { head: { alerts: [announced] } },
    says: ['stop announced, in 60 min or later', 'due'],
  },
  {
    what: 'that its facts are out of date, before its alerts and its state',
    of: { resource: stopped, head: { alerts: [dear], ...failing } },
    says: ['polls failing for 0 s', 'unsure'],
  },
  {
    what: 'how long it is idle, before other alerts',
    of: { head: { alerts: [dear, idle] } },
    says: ['idle for 3 h', 'due'],
  },
  {
    what: 'that it is kept although it is idle',
    of: { head: { alerts: [idle] }, overrides: [keep] },
    says: ['idle for 3 h, kept', 'due'],
  },
  {
    what: 'that it is stopped, before its alerts',
    of: { resource: stopped, head: { alerts: [dear] } },
    says: [expect.stringContaining('stopped'), 'due'],
  },
  {
    what: 'that it failed',
    of: { resource: { activity: 'failed' }, head: { alerts: [dear] } },
    says: ['failed', 'due'],
  },
  {
    what: 'an alert, before the lack of GPU metrics',
    of: { resource: { gpus: 8 }, head: { alerts: [dear] } },
    says: ['costs 9.00 USD/h', 'due'],
  },
  {
    what: 'that its state is unknown',
    of: { resource: { activity: 'unknown', gpus: 8 } },
    says: ['state unknown', 'unsure'],
  },
  {
    what: 'the lack of GPU metrics, before a distant expiry',
    of: { resource: { gpus: 8, expiresAt: later(noon, days(30)) }, overrides: [keep] },
    says: ['GPU use unknown', 'unsure'],
  },
  {
    what: 'a distant expiry, before that it is kept',
    of: { resource: { expiresAt: later(noon, days(30)) }, overrides: [keep] },
    says: ['expires in 30 d, then deleted by the platform', 'quiet'],
  },
  { what: 'that it is kept', of: { overrides: [keep] }, says: ['kept', 'quiet'] },
  { what: 'nothing for a VM in use', of: {}, says: ['', 'quiet'] },
])('the remark on a VM shows $what', ({ of, says: [text, tone] }) => {
  expect(remark(of)).toEqual({ text, tone });
});

it('the remark on a stopped VM shows the charge that continues where a stop ends part of it', () => {
  const resource = { ...stopped, price: '0.05' };
  expect(remark({ resource }).text).toBe('stopped, still billed');
  const observation = anObservation({ cloud: 'runpod', resources: [aVm(resource)] });
  expect(remark({ head: { observation } }).text).toBe('stopped; 0.05 USD/h still billed');
});

it('the remark on storage shows its alert alone, and nothing without one', () => {
  const subject = Subject.parse('project/lab/volume/data');
  const ofVolume = (alerts: Parameters<typeof aHead>[0]) => {
    const head = aHead({ observation: anObservation({ resources: [aVolume({ id: 'data' })] }), ...alerts });
    return buildInventory(head, [], aViewInput([]), new Map()).map((row) =>
      decideRemark(row, later(noon, minutes(1))),
    );
  };
  expect(ofVolume({})).toEqual([{ text: '', tone: 'quiet' }]);
  const alerts = [anAlert({ kind: 'waste', subject, because: 'is not attached' })];
  expect(ofVolume({ alerts })).toEqual([{ text: 'is not attached', tone: 'due' }]);
});
