import { describe, expect, it } from 'vitest';
import { ConnectionName } from '../../../lib/model/connection-name.ts';
import { accountTarget, BillingAccountId, MessageId, Subject } from '../../../lib/model/ids.ts';
import { days, earlier, hours, instant, later } from '../../../lib/model/time/time.ts';
import type { Override } from '../../../lib/state/override.ts';
import { renamedOverrides } from '../../../lib/state/renamed-overrides.ts';
import { lab, noon } from '../../support/builders/observation-builders.ts';

const [eu, us] = ['eu', 'us'].map((name) => ConnectionName.parse(name));
const main = BillingAccountId.parse('main');

/** A target whose connection had other names until noon: none at first, then one. */
const names = [
  { target: accountTarget(null, main), from: instant(0), until: earlier(noon, hours(1)) },
  { target: accountTarget(eu ?? null, main), from: earlier(noon, hours(1)), until: noon },
];
const heads = [{ target: accountTarget(us ?? null, main), earlier: { from: noon, names } }];

const about = {
  id: 'one',
  author: 'ada',
  reason: 'why',
  at: earlier(noon, hours(2)),
  until: later(noon, days(1)),
};
const subjectsOf = (overrides: readonly Override[]) =>
  overrides.map((one) =>
    one.kind === 'pause'
      ? (one.connection ?? 'all')
      : one.kind === 'silence'
        ? (one.alerts.subject ?? one.alerts.match?.connection ?? 'all')
        : one.subject,
  );

describe('an override whose target has a new name', () => {
  it.each<[string, Override, readonly string[]]>([
    [
      'keeps a machine of the unnamed connection',
      { ...about, kind: 'keep', subject: `${lab}/vm/box` },
      ['project@us/lab/vm/box'],
    ],
    [
      'keeps a machine of a named connection',
      { ...about, kind: 'keep', subject: 'project@eu/lab/vm/box' },
      ['project@us/lab/vm/box'],
    ],
    [
      'keeps all machines of one connection by a glob',
      { ...about, kind: 'keep', subject: 'project@eu/*' },
      ['project@us/*'],
    ],
    [
      'keeps machines of several connections by a glob',
      { ...about, kind: 'keep', subject: 'project@e*/lab/*' },
      ['project@e*/lab/*', 'project@us/lab/*'],
    ],
    ['keeps machines of all connections', { ...about, kind: 'keep', subject: '*train*' }, ['*train*']],
    ['pauses the unnamed connection', { ...about, kind: 'pause', connection: '', project: '*' }, ['us']],
    ['pauses everything', { ...about, kind: 'pause' }, ['all']],
    [
      'silences a project',
      { ...about, kind: 'silence', alerts: { subject: 'project@eu/lab' } },
      ['project@us/lab'],
    ],
    ['silences a connection', { ...about, kind: 'silence', alerts: { match: { connection: 'eu' } } }, ['us']],
    [
      'denies an action',
      {
        ...about,
        kind: 'answer',
        verdict: 'denied',
        subject: Subject.parse(`${lab}/vm/box`),
        announcement: MessageId.parse('m'),
      },
      ['project@us/lab/vm/box'],
    ],
    [
      'orders a stop',
      { ...about, kind: 'order', action: 'stop', subject: Subject.parse('project@eu/lab/vm/box') },
      ['project@us/lab/vm/box'],
    ],
    [
      'names another connection',
      { ...about, kind: 'keep', subject: 'project@asia/lab/vm/box' },
      ['project@asia/lab/vm/box'],
    ],
  ])('that %s applies under the new name', (_, override, expected) => {
    expect(subjectsOf(renamedOverrides([override], heads))).toEqual(expected);
  });

  it('applies only to the former name where it was placed after another account got that name', () => {
    const override: Override = {
      ...about,
      kind: 'order',
      action: 'stop',
      subject: Subject.parse(`${lab}/vm/box`),
      at: noon,
    };
    expect(renamedOverrides([override], heads)).toEqual([override]);
  });
});
