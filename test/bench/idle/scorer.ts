/** Scores `idle: learned` on CPU by the words of docs/idle.md alone: it shares no code with the rule or with the replay. */
export function scored(cpus: readonly Float64Array[], risk = 0.05) {
  const score = { stops: 0, wrong: 0, saved: 0, gaps: 0 };
  for (const cpu of cpus) {
    const uses = Array.from(cpu, (_, slot) => useAt(cpu.subarray(Math.max(0, slot - 5), slot + 1)));
    const known: Use[] = [...uses];
    const begins = cpu.findIndex((figure) => !Number.isNaN(figure));
    for (let slot = 0; slot < uses.length; slot += 3) {
      if (slot + 1 - begins < 288 || riskAt(known, slot) > risk) continue;
      const next = uses.indexOf('used', slot + 1);
      const isWrong = next > 0 && next <= slot + 96;
      if (isWrong || slot + 96 < uses.length) score.stops += 1;
      if (isWrong) score.wrong += 1;
      const back = next < 0 ? uses.length : next;
      if (!isWrong && slot + 96 < uses.length) score.saved += (back - slot) / 12;
      // Stopped, it has no samples until the half hour in which it is used again.
      if (back - 5 > slot + 1) known.fill('unknown', slot + 1, back);
      slot = Math.ceil(back / 3) * 3 - 3;
    }
    const quiet = uses.map((use) => (use === 'used' ? 'u' : '.')).join('');
    for (const gap of quiet.split('u')) if (gap.length >= 96) score.gaps += gap.length / 12;
  }
  return score;
}

type Use = 'used' | 'quiet' | 'unknown';
function useAt(halfHour: Float64Array): Use {
  const figures = [...halfHour].filter((figure) => !Number.isNaN(figure));
  if (figures.reduce((sum, figure) => sum + figure, 0) >= 90) return 'used';
  return figures.length === 6 ? 'quiet' : 'unknown';
}

function riskAt(known: readonly Use[], slot: number): number {
  const quiet = slot - known.findLastIndex((use, index) => index <= slot && use !== 'quiet');
  if (quiet < 48) return 1;
  const past = Array.from({ length: 28 }, (_, index) => {
    const from = slot + 1 - 288 * (index + 1);
    const hours = known.slice(Math.max(0, from), Math.max(0, from + 102));
    return hours.includes('used') ? 1 : -hours.filter((use) => use === 'quiet').length / 102;
  });
  const odds = (days: readonly number[], times: number) =>
    (1 + times * days.filter((day) => day === 1).length) /
    (1 - times * days.filter((day) => day < 1).reduce((sum, day) => sum + day, 0));
  const weekly = past.filter((_, index) => index % 7 === 6);
  const isHabit = weekly.filter((day) => day === 1).length > 1;
  const falling = Math.max(odds(past, 1), isHabit ? odds(weekly, 7) : 0) * ((3 / 8) * (96 / quiet));
  return falling / (1 + falling);
}
