import { riskOf } from '../../../lib/evaluate/learned/scorecard.ts';
import { type Machine, slotsAnHour } from './fleet.ts';
import { lifeOf, usedAtOnce, useOf } from './machine-life.ts';
import { caughtOf, followUp, intervalsOf, nextUse, replay, sumOf, wrongOf } from './replay.ts';
import { clouds, fixedWindow, judgeByRisk, judgeByWindow, type Rule } from './rules.ts';

const hour = slotsAnHour;
const fixed: readonly Rule[] = [12, 72].map((hours) => ({
  name: `fixed window of ${hours} h`,
  judge: judgeByWindow(fixedWindow(hours)),
}));
const byClouds: readonly Rule[] = clouds.map((definition) => ({
  name: definition.name,
  judge: judgeByWindow(definition),
}));
const learned: readonly Rule[] = [1, 2, 4, 5, 10].map((percent) => ({
  name: `learned, risk ${percent} %`,
  judge: judgeByRisk(percent / 100),
}));
const noticed: Rule = {
  name: 'learned, risk 5 %, and 1 h of notice',
  judge: judgeByRisk(0.05),
  notice: hour,
};

/** Each rule's stops: wrong ones and hours caught, and the same where one sample over the limit is use. */
export function* scored(machines: readonly Machine[]): Generator<string> {
  yield '| | stops | wrong | caught | wrong, one sample is use | caught, one sample is use |';
  yield '| --- | ---: | ---: | ---: | ---: | ---: |';
  for (const { name, judge, notice } of [...fixed, ...byClouds, ...learned, noticed]) {
    const of = (inUse: (machine: Machine) => readonly boolean[]) =>
      machines.map((machine) => replay(inUse(machine), judge(machine), notice));
    const tallies = of(useOf);
    const strict = sumOf(of(usedAtOnce));
    const between = intervalsOf(tallies);
    const cells = [
      name,
      sumOf(tallies).stops,
      withInterval(wrongOf(sumOf(tallies)), between.wrong),
      withInterval(caughtOf(sumOf(tallies)), between.caught),
      percent(wrongOf(strict)),
      percent(caughtOf(strict)),
    ];
    yield `| ${cells.join(' | ')} |`;
  }
}

const percent = (figure: number): string => `${figure.toFixed(1)} %`;
const withInterval = (figure: number, [low, high]: readonly [number, number]): string =>
  `${percent(figure)} (${low.toFixed(1)} to ${high.toFixed(1)})`;

const bins = [0, 1, 2, 3, 5, 7, 10, 20, 50, 100];

/** What the rule says at every hour of quiet, and how often it came so. */
export function* calibrated(machines: readonly Machine[]): Generator<string> {
  const said = bins.map(() => ({ looks: 0, risk: 0, used: 0 }));
  for (const machine of machines) {
    const life = lifeOf(machine);
    const next = nextUse(useOf(machine));
    for (let slot = hour - 1; slot + followUp < machine.cpu.length; slot += hour) {
      const evidence = life.evidence(slot);
      if (evidence === null) continue;
      const risk = riskOf(evidence, '8');
      const bin = said[bins.findLastIndex((least) => risk * 100 >= least)];
      if (bin === undefined) continue;
      bin.looks += 1;
      bin.risk += risk;
      if ((next[slot + 1] ?? 0) <= slot + followUp) bin.used += 1;
    }
  }
  yield '| stated risk | cases | mean stated risk | used within 8 h |';
  yield '| --- | ---: | ---: | ---: |';
  for (const [index, { looks, risk, used }] of said.entries())
    if (looks > 0)
      yield `| ${bins[index]} to ${bins[index + 1] ?? 100} % | ${looks} | ${percent((risk / looks) * 100)} | ${percent((used / looks) * 100)} |`;
}

/** What the rule says at the moments of its stops at a risk of 5 %, and how many of them are wrong. */
export function* calibratedStops(machines: readonly Machine[]): Generator<string> {
  const stops: { readonly risk: number; readonly wasWrong: boolean }[] = [];
  for (const machine of machines) {
    let risk = 1;
    const judge = judgeByRisk(0.05, (evidence) => {
      risk = riskOf(evidence, '8');
      return risk;
    });
    const learned = (wasWrong: boolean) => stops.push({ risk: risk * 100, wasWrong });
    replay(useOf(machine), { ...judge(machine), learned });
  }
  yield '| stated risk | stops | mean stated risk | wrong |';
  yield '| --- | ---: | ---: | ---: |';
  for (const [least, most] of [
    ...[0, 1, 2, 3, 4].map((from) => [from, from + 1] as const),
    [0, 5] as const,
  ]) {
    const found = stops.filter(({ risk }) => risk > least && risk <= most);
    const meanOf = (figures: readonly number[]) => figures.reduce((sum, one) => sum + one, 0) / found.length;
    const stated = meanOf(found.map(({ risk }) => risk));
    const wrong = meanOf(found.map(({ wasWrong }) => (wasWrong ? 100 : 0)));
    yield `| ${least} to ${most} % | ${found.length} | ${percent(stated)} | ${percent(wrong)} |`;
  }
}
