import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordLines } from '../../../lib/cli/tables/idle-record-text.ts';
import { colorsFor } from '../../../lib/cli/terminal.ts';
import { noRecord } from '../../../lib/jobs/replay/found-idle.ts';
import type { IdleTrackRecord } from '../../../lib/jobs/replay/read-idle-record.ts';
import { RuleName, Subject } from '../../../lib/model/ids.ts';
import { money } from '../../../lib/model/money/money.ts';
import { hours } from '../../../lib/model/time/time.ts';
import { at } from '../../support/at.ts';
import { lab } from '../../support/builders/observation-builders.ts';
import type { FilledLedger } from '../../support/filled-ledger.ts';
import { isWhole } from '../../support/tier.ts';
import { watchedLedger } from '../watched-ledger.ts';

const found = (stops: number, wrong: number, slots: number, spend: string) => ({
  tally: { stops, wrong, unknown: 1, found: slots, gaps: 24_000 },
  spend: money(spend),
});
const stop = (time: string, outcome: 'right' | 'wrong' | 'open', again: string | null = null) => ({
  target: lab,
  subject: Subject.parse('project/lab/vm/box'),
  rule: RuleName.parse('unused machines'),
  at: at(time),
  outcome,
  startedAgainAt: again === null ? null : at(again),
});
const record: IdleTrackRecord = {
  stops: [
    stop('2026-11-20T09:00:00', 'open'),
    stop('2026-11-19T09:00:00', 'wrong', '2026-11-19T10:15:00'),
    stop('2026-11-18T09:00:00', 'right'),
  ],
  formerStops: { made: 0, wrong: 0 },
  would: {
    judged: 6,
    unpriced: 1,
    protected: 2,
    unmatched: 1,
    from: at('2026-11-01T00:00:00'),
    asked: hours(2_868),
    known: hours(2_865),
    byRisk: [
      found(0, 0, 0, '0'),
      found(9, 0, 4_100, '170.5'),
      found(38, 1, 12_450, '519.125'),
      found(47, 4, 14_900, '619'),
    ],
    asWritten: found(69, 43, 10_590, '441.29'),
  },
};

it('the record lists the stops made, what rules would have found, and how much of the time was watched (invariants 14 and 20)', () => {
  const colors = colorsFor({ isTTY: false }, {});
  const paper = { width: 80, colors, now: at('2026-11-20T12:00:00'), zone: 'UTC' };
  expect(recordLines(record, paper).join('\n')).toMatchInlineSnapshot(`
    "STOPS MADE
    3 by idle rules in the last 28 days, 1 of them wrong. 1 not known yet.
    WHEN              VM       STARTED AGAIN AFTER  RULE
    2026-11-19 09:00  lab/box  1 h 15 min           unused machines

    WHAT IDLE RULES WOULD HAVE FOUND
    6 VMs since 2026-11-01 00:00 (UTC); use is known for 2,865 of 2,868 VM-hours.
    Left out: 2 protected, 1 that no idle rule matches, and VMs that are gone.

    RULE               STOPS  WRONG  UNKNOWN  IDLE HOURS  OF ALL  IDLE SPEND, USD
    learned, risk 1%       0      0        1           0     0 %             0.00
    learned, risk 2%       9      0        1         341  17.1 %           170.50
    learned, risk 5%      38      1        1       1,037  51.9 %           519.13
    learned, risk 10%     47      4        1       1,241  62.1 %           619.00
    as written            69     43        1         882  44.1 %           441.29
    A stop is wrong if the VM was used again within the rule's "within" time (8 h by
    default), and unknown if samples from that time are missing. IDLE HOURS run from
    each right stop until the VM was next used; OF ALL is their share of the 2,000
    hours in all gaps at least that long. IDLE SPEND is what these hours cost at
    present prices. VMs without a known price (1) count with 0 USD. Stopping a VM
    saves that only where the stop ends the charge. Notice is included; approvals,
    business hours, caps, cool-offs, the check just before a stop and the lower risk
    after wrong stops are not. A learned rule has little data in the first days of a
    VM."
  `);
});

it('the record states that VMs that are gone are left out, and how many stops by removed rules were wrong', () => {
  const paper = {
    width: 120,
    colors: colorsFor({ isTTY: false }, {}),
    now: at('2026-11-20T12:00:00'),
    zone: 'UTC',
  };
  const lines = recordLines({ stops: [], formerStops: { made: 3, wrong: 1 }, would: noRecord }, paper);
  expect(lines).toContain(
    'No stop by an idle rule of the policy in the last 28 days. 3 by rules that the policy no longer has, at least 1 of them',
  );
  expect(lines).toContain('No VMs to judge. VMs that are gone are left out.');
});

describe.runIf(isWhole())('idle --record, of a ledger that is an hour old', () => {
  let filled: FilledLedger;
  beforeAll(async () => {
    filled = await watchedLedger();
  });
  afterAll(() => filled.close());

  it('states that there is not enough data, and which VMs are left out', async () => {
    const { code, stdout } = await filled.run('idle', '--record');
    expect(code).toBe(0);
    expect(stdout).toContain('STOPS MADE\nNo stop by an idle rule in the last 28 days.');
    expect(stdout).toContain(
      '2 VMs to judge, without samples from before the last two hours. Left out: 1 protected, and VMs that are gone.',
    );
  });

  it('has the same content as JSON and CSV', async () => {
    const told = JSON.parse((await filled.run('idle', '--record', '--json')).stdout);
    const risks = [1, 2, 5, 10, null];
    expect(told).toMatchObject({
      stops: [],
      from: null,
      vms: { judged: 2, protected: 1, unmatched: 0, unpriced: 0 },
      wouldHaveFound: risks.map((riskPercent) => ({ riskPercent, stops: 0 })),
    });
    const rows = (await filled.run('idle', '--record', '--csv')).stdout.trimEnd().split('\n');
    expect(rows[0]).toBe('rule,riskPercent,stops,wrong,unknown,idleHours,allIdleHours,idleSpend');
    expect(rows).toHaveLength(6);
  });

  it('covers the projects that are named', async () => {
    const { code, stderr } = await filled.run('idle', '--record', '--project', 'nothing');
    expect([code, stderr]).toEqual([2, expect.stringContaining('--project')]);
  });
});
