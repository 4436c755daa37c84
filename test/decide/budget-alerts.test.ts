import { describe, expect, it } from 'vitest';
import { money } from '../../lib/model/money/money.ts';
import type { ReportedSpend } from '../../lib/model/money/spend.ts';
import { at } from '../support/at.ts';
import { aVm, aVolume } from '../support/builders/observation-builders.ts';
import { aBudgetRule, aPolicy } from '../support/builders/policy-builders.ts';
import { aTimeline, decided, on, type Shown } from '../support/timeline.ts';
import { levelsIn } from './levels-in.ts';

const policy = aPolicy({ rules: [aBudgetRule({ basis: 'reported' })] });

/** A poll that comes with a report of the running month. */
function reported(amount: string, clock: string, month = '2026-11-01T00:00:00'): Shown {
  const spend: ReportedSpend = { amount: money(amount), from: at(month), until: on(clock) };
  return { spend, slots: null };
}

/** The thresholds notified at each of these amounts, in the order of the polls. */
function saidAt(...amounts: readonly string[]): readonly (readonly number[])[] {
  const story = aTimeline(policy);
  return amounts.map((amount, index) => {
    const clock = `${String(index + 1).padStart(2, '0')}:00`;
    // The price of the VM accounts for what is reported.
    story.poll(clock, { ...reported(amount, clock), resources: [aVm({ price: '500' })] });
    const said = levelsIn(story.waiting);
    story.deliver(clock);
    return said;
  });
}

describe('the thresholds of a budget', () => {
  it.each([
    [
      'one by one, and the limit once more where the spend is a fifth above it',
      ['400', '500', '600', '800', '999.99', '1000', '1199', '1200', '5000'],
      [[], [50], [], [80], [], [100], [], [100], []],
    ],
    [
      'only the highest, where several are crossed between two polls',
      ['100', '850', '1200'],
      [[], [80], [100]],
    ],
    ['at the first poll, where that finds them all crossed', ['2000', '2001'], [[100], []]],
    [
      'not again after the amount has fallen for a while, as by a correction',
      ['810', '790', '460', '810', '1000'],
      [[80], [], [], [], [100]],
    ],
  ])('are notified %s', (_, amounts, said) => {
    expect(saidAt(...amounts)).toEqual(said);
  });

  it('are notified anew in the next month, once each', () => {
    const story = aTimeline(policy);
    story.poll('30 22:00', reported('1500', '30 22:00'));
    story.deliver('30 22:01');
    const december = '2026-12-01T00:00:00';
    const inDecember = (amount: string, clock: string) =>
      story.poll(`2026-12-${clock}`, reported(amount, `2026-12-${clock}`, december));
    inDecember('0', '01T01:00:00');
    expect(story.head.alerts).toEqual([]);
    inDecember('500', '14T00:00:00');
    inDecember('501', '14T01:00:00');
    expect(story.head.outbox.map(({ id, severity }) => [id, severity])).toEqual([
      ['project/lab#monthly budget#month 2026-12-01/1000#2026-12-14T00:00:00Z#level-50', 'info'],
    ]);
  });

  it('give a notification the same id at whatever poll they are found crossed, so that receivers know a repeat (invariant 8)', () => {
    const [first, second] = [aTimeline(policy), aTimeline(policy)];
    for (const story of [first, second]) story.poll('10:00', reported('500', '10:00'));
    first.poll('11:00', reported('800', '11:00'));
    second.poll('12:00', reported('830', '12:00'));
    const idOf = ({ head }: typeof first) => head.outbox.at(-1)?.id;
    expect(idOf(first)).toBe(
      'project/lab#monthly budget#month 2026-11-01/1000#2026-11-21T10:00:00Z#level-80',
    );
    expect(idOf(second)).toBe(idOf(first));
  });

  it('are not notified while the spend is unknown', () => {
    const story = aTimeline(policy);
    expect(story.poll('10:00', { slots: null }).verdicts).toMatchObject([{ kind: 'unknown' }]);
    expect(story.head).toMatchObject({ alerts: [], outbox: [] });
  });
});

describe('the message of a threshold', () => {
  it('holds its evidence: figures, period, burn rate and the resources that cost most', () => {
    const story = aTimeline(policy);
    const resources = [
      aVm({ id: 'small', price: '0.10' }),
      aVm({ id: 'big', price: '9', gpus: 8, gpuModel: 'H100' }),
      aVolume({ id: 'data', price: '0.50' }),
      aVm({ id: 'middle', price: '2' }),
      aVm({ id: 'gone', price: '99', activity: 'gone' }),
    ];
    story.poll('10:00', { ...reported('800', '09:00'), resources });
    const [notice] = story.waiting;
    if (notice?.kind !== 'alert' || notice.figures.kind !== 'budget') throw new Error('another notice');
    const { spent, limit, threshold, ...figures } = notice.figures;
    expect(figures).toMatchObject({
      basis: 'reported',
      asOf: on('09:00'),
      period: { from: at('2026-11-01T00:00:00'), until: at('2026-12-01T00:00:00') },
    });
    expect([spent, limit, threshold, notice.burnRate].map((figure) => figure?.toFixed())).toEqual([
      '800',
      '1000',
      '800',
      '11.6',
    ]);
    expect(notice.drivers.map(({ subject, what, price }) => [subject, what, price.toFixed()])).toEqual([
      ['project/lab/vm/big', '8 x H100', '9'],
      ['project/lab/vm/middle', 'vm', '2'],
      ['project/lab/volume/data', 'volume', '0.5'],
    ]);
  });
});

it('a threshold that was already notified is not notified again, and the decision gives that reason', () => {
  const story = aTimeline(policy);
  expect(decided(story.poll('10:00', reported('800', '10:00')))).toEqual(['notify']);
  expect(decided(story.poll('11:00', reported('810', '11:00')))).toEqual([
    'nothing: already notified; 810.00 USD of 1,000.00 USD (81 %) reported 0 min ago',
  ]);
  expect(story.head.pendingWrites.journal).toEqual([]);
});

describe('a budget that changes', () => {
  const told = (...buffered: readonly (readonly [string, Parameters<typeof aBudgetRule>[0]])[]) => {
    const story = aTimeline(policy);
    return buffered.map(([amount, changes], index) => {
      const clock = `${String(index + 1).padStart(2, '0')}:00`;
      story.changePolicy(aPolicy({ rules: [aBudgetRule({ basis: 'reported', ...changes })] }));
      story.poll(clock, reported(amount, clock));
      const said = [...levelsIn(story.waiting), ...story.waiting.filter(({ kind }) => kind !== 'alert')];
      story.deliver(clock);
      return said;
    });
  };

  it('in its limit notifies once where the spend now stands against the new limit', () => {
    const more = { limit: '1500' };
    expect(told(['800', {}], ['810', {}], ['820', more], ['830', more], ['1200', more])).toEqual([
      [80],
      [],
      [50],
      [],
      [80],
    ]);
  });

  it('in its thresholds notifies those that are new and reached', () => {
    expect(told(['850', {}], ['850', { at: [50, 85, 100] }], ['850', { at: [50, 90] }])).toEqual([
      [80],
      [85],
      [],
    ]);
  });
});

it('a project that was deleted and created again is not notified twice of one threshold', () => {
  const story = aTimeline(policy);
  story.poll('10:00', reported('850', '10:00'));
  story.deliver('10:00');
  for (const clock of ['11:00', '11:05', '23 11:00']) story.miss(clock);
  story.poll('23 12:00', reported('0', '23 12:00'));
  story.poll('24 12:00', reported('900', '24 12:00'));
  expect(story.waiting).toEqual([]);
  story.poll('25 12:00', reported('1000', '25 12:00'));
  expect(levelsIn(story.waiting)).toEqual([100]);
});

describe('a forecast', () => {
  it('is notified once in a period, also when it falls and rises again', () => {
    const rules = [aBudgetRule({ basis: 'reported', at: [100], forecast: 100 })];
    const story = aTimeline(aPolicy({ rules }));
    const at1 = (clock: string, price: string) => {
      story.poll(clock, { ...reported('300', clock), vm: { price } });
      const said = story.waiting.map(({ id }) => id);
      story.deliver(clock);
      return said;
    };
    expect(at1('10:00', '1')).toEqual([]);
    expect(at1('11:00', '9')).toEqual([expect.stringMatching(/\/forecast#.*#level-100$/)]);
    expect([at1('12:00', '1'), at1('13:00', '9')]).toEqual([[], []]);
  });
});
