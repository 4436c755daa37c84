import { expect, it } from 'vitest';
import { idleLines } from '../../../lib/cli/reading/idle.ts';
import { colorsFor } from '../../../lib/cli/terminal.ts';
import { getCloudProfile } from '../../../lib/clouds/profiles.ts';
import { usageSlot } from '../../../lib/model/facts/usage.ts';
import { usageByVm } from '../../../lib/model/facts/usage-points.ts';
import { usualMeaning } from '../../../lib/model/facts/use-history.ts';
import { VmId } from '../../../lib/model/ids.ts';
import { days, earlier, hours, milliseconds } from '../../../lib/model/time/time.ts';
import { followUse } from '../../../lib/state/fleet-use.ts';
import { buildRowRecords } from '../../../lib/views/columns/column.ts';
import { idleColumns } from '../../../lib/views/columns/idle-columns.ts';
import { judgeIdleVms } from '../../../lib/views/idle.ts';
import { aHead, anObservation, aVm, noon } from '../../support/builders/observation-builders.ts';
import { anIdleRule } from '../../support/builders/policy-builders.ts';
import { aViewInput } from '../../support/builders/view-builders.ts';

const learned = { within: hours(8), inUse: 15, risk: 5, untilKnown: null };
const rule = anIdleRule({ name: 'unused machines', learned, percentile: 97 });

/** Ten days of samples of a VM that is in use for the hours of each day that are given. */
const usageOf = (vm: string, isUsed: (hoursAgo: number) => boolean) => ({
  vm: VmId.parse(vm),
  points: Array.from({ length: days(10) / usageSlot }, (_, slot, count = days(10) / usageSlot) => {
    const ago = milliseconds((count - 1 - slot) * usageSlot);
    const cpu = isUsed(Math.floor(ago / hours(1))) ? 60 : 2;
    return { at: earlier(noon, ago), cpu, network: 0, disk: 0, answers: true };
  }),
});

const usage = [
  usageOf('left', (ago) => ago > 200),
  usageOf('by-day', (ago) => ago % 24 > 16 && ago % 24 < 23),
];
const sampling = { at: noon, usage };
const resources = usage.map(({ vm }) => aVm({ id: vm, createdAt: null }));
const head = aHead({ observation: anObservation({ resources }) });
const use = followUse(null, { usages: usageByVm([sampling]), meaning: usualMeaning, resources }, noon);
const views = judgeIdleVms(head, [sampling], aViewInput([rule]), use);
const only = (verdict: string) => views.filter((view) => view.verdict === verdict);

it('`idle` states the risk of a rule that learns, and its basis', () => {
  const paper = { width: 100, colors: colorsFor({ isTTY: false }, {}), now: noon, zone: 'UTC' };
  const groups = { idle: only('breached'), unjudged: [], unknown: [], inUse: only('clear') };
  expect(idleLines(groups, getCloudProfile('compute'), paper).join('\n')).toMatchInlineSnapshot(`
    "1 idle, 0.50 USD/h, 365.00 USD a month. A stop by itself saves nothing: a stopped VM is billed in
    full until it is deleted.

    IDLE
    Under all limits in as many samples as the rule requires, or unlikely to be used soon. RISK is the
    share of stops with at most this risk that were wrong on the fleets in docs/idle.md.
    PROJECT  VM    QUIET FOR      RISK  CPU %  NET KiB/s  USD/h  SO FAR USD  USD/MONTH  RULE
    lab      left        8 d  1 to 4 %    2.0        0.0   0.50      100.33     365.00  unused machines
      idle for 8 d 8 h. In the 8 h after this time of day it was used on 2 of 10 recent days. Risk of
      stopping it wrongly: 1 to 4 %.

    IN USE
    At least one signal was above its limit, or the VM may be used soon.
    PROJECT  VM      USD/h  RULE             REASON
    lab      by-day   0.50  unused machines  may be used soon: idle for 16 h 40 min. In the 8 h after t…"
  `);
  const [idle] = buildRowRecords(groups.idle, idleColumns);
  expect(idle).toMatchObject({ id: 'left', riskPercent: 0.5 });
  expect(buildRowRecords(groups.inUse, idleColumns)[0]).toMatchObject({ id: 'by-day', riskPercent: null });
});
