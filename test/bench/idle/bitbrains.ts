import { type Machine, slotsAnHour } from './fleet.ts';
import { lifeOf, useOf } from './machine-life.ts';
import { caughtOf, followUp, intervalsOf, nextUse, replay, sumOf, wrongOf } from './replay.ts';
import { clouds, fixedWindow, judgeByRisk, judgeByWindow, type Rule, riskOf } from './rules.ts';

const hour = slotsAnHour;
const fixed: readonly Rule[] = [12, 24, 72].map((hours) => ({
  name: `fixed window of ${hours} h`,
  judge: judgeByWindow(fixedWindow(hours)),
}));
const byClouds: readonly Rule[] = clouds.map((definition) => ({
  name: definition.name,
  judge: judgeByWindow(definition),
}));
const learned: readonly Rule[] = [1, 2, 5, 10].map((percent) => ({
  name: `learned, risk ${percent} %`,
  judge: judgeByRisk(percent),
}));
const untold: Rule = {
  name: 'learned, risk 5 %, which its wrong stops leave alone',
  judge: judgeByRisk(5, { isTold: false }),
};
const noticed: Rule = { name: 'learned, risk 5 %, and 1 h of notice', judge: judgeByRisk(5), notice: hour };

/** Each rule's stops: wrong ones and hours caught. */
export function* scored(machines: readonly Machine[]): Generator<string> {
  yield '| | stops | wrong | caught |';
  yield '| --- | ---: | ---: | ---: |';
  for (const { name, judge, notice } of [...fixed, ...byClouds, ...learned, untold, noticed]) {
    const tallies = machines.map((machine) =>
      replay(useOf(machine), judge(machine), { notice, from: machine.countFrom }),
    );
    const between = intervalsOf(tallies);
    const cells = [
      name,
      sumOf(tallies).stops,
      withInterval(wrongOf(sumOf(tallies)), between.wrong),
      withInterval(caughtOf(sumOf(tallies)), between.caught),
    ];
    yield `| ${cells.join(' | ')} |`;
  }
}

const percent = (figure: number): string => `${figure.toFixed(1)} %`;
const withInterval = (figure: number, [low, high]: readonly [number, number]): string =>
  `${percent(figure)} (${low.toFixed(1)} to ${high.toFixed(1)})`;

const bins = [0, 1, 2, 3, 5, 7, 10, 20, 50, 100];

/** The risk that the rule states at every hour of quiet, and how often the VM was used. */
export function* calibrated(machines: readonly Machine[]): Generator<string> {
  const said = bins.map(() => ({ looks: 0, used: 0 }));
  for (const machine of machines) {
    const life = lifeOf(machine);
    const next = nextUse(useOf(machine));
    for (let slot = machine.countFrom + hour - 1; slot + followUp < machine.cpu.length; slot += hour) {
      const risk = riskOf(life, slot);
      const bin = said[bins.findLastIndex((least) => (risk ?? 0) * 100 >= least)];
      if (risk === null || bin === undefined) continue;
      bin.looks += 1;
      if ((next[slot + 1] ?? 0) <= slot + followUp) bin.used += 1;
    }
  }
  yield '| risk | cases | used within 8 h |';
  yield '| --- | ---: | ---: |';
  for (const [index, { looks, used }] of said.entries())
    if (looks > 0)
      yield `| ${bins[index]} to ${bins[index + 1] ?? 100} % | ${looks} | ${percent((used / looks) * 100)} |`;
}
