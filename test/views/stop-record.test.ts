import { expect, it } from 'vitest';
import type { ActionKind } from '../../lib/model/action-kind.ts';
import { RuleName, Subject } from '../../lib/model/ids.ts';
import { hours } from '../../lib/model/time/time.ts';
import { PastStop } from '../../lib/state/intent.ts';
import { type LogLine, mergeAuditLogs } from '../../lib/views/actions.ts';
import { countFormerStops, findIdleStops } from '../../lib/views/stop-record.ts';
import { at } from '../support/at.ts';
import { lab } from '../support/builders/observation-builders.ts';
import { anIdleRule } from '../support/builders/policy-builders.ts';

type More = { readonly vm?: string; readonly rule?: string; readonly by?: string };
const line = (
  clock: string,
  event: LogLine['event'],
  action?: ActionKind,
  { vm = 'box', rule = 'forgotten machines', ...more }: More = {},
): LogLine => ({
  id: `${event}#${vm}`,
  at: at(`2026-11-${clock}:00`),
  event,
  subject: Subject.parse(`project/lab/vm/${vm}`),
  rule: RuleName.parse(rule),
  because: 'seen',
  target: lab,
  ...(action && { action }),
  ...more,
});
const stop = (clock: string, more?: More) => line(clock, 'confirmed', 'stop', more);
const rules = [anIdleRule()];

it.each<[string, LogLine[], string[]]>([
  ['stays stopped', [stop('20T09:00')], ['right']],
  ['was stopped a moment ago', [stop('21T09:00')], ['open']],
  ['was stopped and deleted', [stop('21T09:00'), line('21T10:00', 'ended')], ['right']],
  [
    'is started again after an hour',
    [stop('20T09:00'), line('20T10:00', 'started-again'), line('20T10:00', 'wrong-stop')],
    ['wrong'],
  ],
  ['is started again after a day', [stop('19T09:00'), line('20T10:00', 'started-again')], ['right']],
  [
    'was imaged first, and then started again',
    [stop('20T09:00'), line('20T10:00', 'confirmed', 'image'), line('20T11:00', 'wrong-stop')],
    ['wrong'],
  ],
  [
    'was started again after one of two stops',
    [stop('18T09:00'), line('18T10:00', 'wrong-stop'), stop('19T09:00')],
    ['right', 'wrong'],
  ],
  ['was stopped by an order', [stop('20T09:00', { by: 'ada' })], []],
  ['was stopped by a schedule', [stop('20T09:00', { rule: 'nights' })], []],
  [
    'is not the one that was started again',
    [
      stop('20T09:00'),
      stop('20T09:00', { vm: 'other' }),
      line('20T10:00', 'wrong-stop', undefined, { vm: 'other' }),
    ],
    ['wrong', 'right'],
  ],
])('the record judges the stops of a VM that %s', (_, lines, expected) => {
  const sorted = mergeAuditLogs(new Map([[lab, [...lines].reverse()]]), { actsOnly: true });
  const stops = findIdleStops(sorted, { rules, stops: [], now: at('2026-11-21T12:00:00') });
  expect(stops.map(({ outcome }) => outcome)).toEqual(expected);
});

it('the record uses the time of a learning rule', () => {
  const learner = anIdleRule({ learned: { within: hours(24), inUse: 15, risk: 5, untilKnown: null } });
  const lines = [stop('20T18:00')];
  const about = { stops: [], now: at('2026-11-21T12:00:00') };
  expect(findIdleStops(lines, { ...about, rules: [learner] })).toMatchObject([{ outcome: 'open' }]);
  expect(findIdleStops(lines, { ...about, rules })).toMatchObject([{ outcome: 'right' }]);
});

it.each<[string, string | null, string]>([
  ['the last poll was before', '20T16:55', 'open'],
  ['there was no poll', null, 'open'],
  ['the last poll was then', '20T17:00', 'right'],
])(
  'the record counts a stop as right only if a poll saw the VM stopped after the time of the rule: %s',
  (_, clock, outcome) => {
    const past = PastStop.parse({
      subject: 'project/lab/vm/box',
      rule: 'forgotten machines',
      stoppedAt: at('2026-11-20T09:00:00'),
      lastSeenAtRest: clock && at(`2026-11-${clock}:00`),
      startedAgainAt: null,
    });
    const about = { rules, stops: [past], now: at('2026-11-21T12:00:00') };
    expect(findIdleStops([stop('20T09:00')], about)).toMatchObject([{ outcome }]);
  },
);

it('the record counts the stops of idle rules that the policy no longer has', () => {
  const figures = { kind: 'idle', points: 12, cpu: 1, network: 0, disk: 0, price: null } as const;
  const decided = (rule: string): LogLine => ({
    ...line('20T08:00', 'decided', 'stop', { rule }),
    figures: { ...figures, since: at('2026-11-20T04:00:00') },
  });
  const of = (rule: string) => [
    decided(rule),
    stop('20T09:00', { rule }),
    stop('20T10:00', { rule, by: 'ada' }),
  ];
  const others = [
    line('20T09:00', 'confirmed', 'stop', { rule: 'nights' }),
    line('20T11:00', 'wrong-stop', undefined, { rule: 'forgotten machines' }),
  ];
  const lines = [...of('forgotten machines'), ...of('its former name'), ...others];
  expect(countFormerStops(lines, rules)).toEqual({ made: 1, wrong: 0 });
  const wrong = line('20T11:00', 'wrong-stop', undefined, { rule: 'its former name' });
  expect(countFormerStops([wrong, ...lines], rules)).toEqual({ made: 1, wrong: 1 });
});
