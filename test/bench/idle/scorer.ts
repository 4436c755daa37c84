/** Scores `idle: learned` on CPU by the text of docs/idle.md alone: it shares no code with the rule or with the replay. */
export function scored(cpus: readonly Float64Array[], risk = 0.05) {
  const score = { stops: 0, wrong: 0, saved: 0, gaps: 0 };
  for (const cpu of cpus) {
    const uses = Array.from(cpu, (_, slot) => useAt(cpu.subarray(Math.max(0, slot - 5), slot + 1)));
    const known: Use[] = [...uses];
    let gaps = gapsOf(known);
    const begins = cpu.findIndex((figure) => !Number.isNaN(figure));
    for (let slot = 0; slot < uses.length; slot += 3) {
      if (
        slot + 1 - begins < 288 ||
        riskAt(known, gaps, slot, loadOf(cpu.subarray(Math.max(0, slot - 47), slot + 1))) > risk
      )
        continue;
      const next = uses.indexOf('used', slot + 1);
      const isWrong = next > 0 && next <= slot + 96;
      if (isWrong || slot + 96 < uses.length) score.stops += 1;
      if (isWrong) score.wrong += 1;
      const back = next < 0 ? uses.length : next;
      if (!isWrong && slot + 96 < uses.length) score.saved += (back - slot) / 12;
      // Stopped, it has no samples until the half hour in which it is used again.
      if (back - 5 > slot + 1) known.fill('unknown', slot + 1, back);
      gaps = gapsOf(known);
      slot = Math.ceil(back / 3) * 3 - 3;
    }
    const quiet = uses.map((use) => (use === 'used' ? 'u' : '.')).join('');
    for (const gap of quiet.split('u')) if (gap.length >= 96) score.gaps += gap.length / 12;
  }
  return score;
}

function loadOf(hours: Float64Array): number {
  const figures = hours.filter((figure) => !Number.isNaN(figure));
  return figures.reduce((sum, figure) => sum + figure, 0) / Math.max(1, figures.length) / 15;
}

type Use = 'used' | 'quiet' | 'unknown';
function useAt(halfHour: Float64Array): Use {
  const figures = [...halfHour].filter((figure) => !Number.isNaN(figure));
  if (figures.reduce((sum, figure) => sum + figure, 0) >= 90) return 'used';
  return figures.length === 6 ? 'quiet' : 'unknown';
}

/** `load` is the mean CPU of four hours, as a share of the limit of use. */
function riskAt(known: readonly Use[], [starts, isGap, used]: Gaps, slot: number, load: number): number {
  const quiet = slot - known.findLastIndex((use, index) => index <= slot && use !== 'quiet');
  if (quiet < 48) return 1;
  const unused = slot - known.lastIndexOf('used', slot);
  const now = slot + 1;
  const isUsedIn = (from: number, until: number) =>
    until > from &&
    ((used[Math.max(0, until)] ?? 0) > (used[Math.max(0, from)] ?? 0) ||
      starts.some((start) => start > from && start < until));
  /** Whether at the time of a gap, an hour more or less, two of three other days have use or a gap. */
  const isUsual = (from: number, until: number, back: number) => {
    let [days, alike] = [0, 0];
    for (let other = 1; other <= 28; other += 1) {
      const [a, b] = [from, until].map((at) => at + 288 * (back - other)) as [number, number];
      const [first, end] = [Math.max(0, a - 12), Math.max(0, Math.min(now, b + 12))];
      const isAlike = isUsedIn(a, Math.min(now, b)) || isGap.slice(first, end).includes(true);
      const isKnown = isUsedIn(first, end) || known.slice(first, end).includes('quiet');
      if (other === back || !(isAlike || isKnown)) continue;
      days += 1;
      if (isAlike) alike += 1;
    }
    return alike > 0 && alike >= (days * 2) / 3;
  };
  const past = Array.from({ length: 28 }, (_, index) => {
    const from = now - 288 * (index + 1);
    const until = Math.min(now, from + 108);
    const hours = known.slice(Math.max(0, from), Math.max(0, until));
    const isBefore = isUsedIn(from - Math.min(60, unused - 48), from);
    let isUsed = isUsedIn(from, until);
    for (let at = Math.max(0, from); at < until && !isUsed; at += 1) {
      if (!isGap[at]) continue;
      const [begin, end] = [
        isGap.lastIndexOf(false, at) + 1,
        (isGap.indexOf(false, at) + 1 || isGap.length + 1) - 1,
      ];
      isUsed = isUsual(begin, end, index + 1);
      at = end - 1;
    }
    return { isUsed, isBefore, quiet: hours.filter((use) => use === 'quiet').length / 108 };
  });
  const odds = (days: typeof past, times: number) => {
    const sum = (some: typeof past) => some.reduce((total, day) => total + day.quiet, 0);
    const others = days.filter((day) => !day.isUsed && !day.isBefore);
    const isDue = days.length - others.length >= sum(others);
    const used = days.filter((day) => day.isUsed || (isDue && day.isBefore));
    const usedOn = times === 1 || used.length > 1 ? used.length : Number.NEGATIVE_INFINITY;
    return (1 + times * usedOn) / (1 + times * sum(days.filter((day) => !used.includes(day))));
  };
  const weekly = past.filter((_, index) => index % 7 === 6);
  const falling = Math.max(odds(past, 1), odds(weekly, 7)) * Math.max(1, 3 * load) * ((3 / 8) * (96 / quiet));
  return falling / (1 + falling);
}

type Gaps = readonly [readonly number[], readonly boolean[], readonly number[]];

/**
 * Returns the ends of gaps of more than eight hours, at which the VM was started, for each slot whether it lies in a shorter
 * gap, and the number of used slots before it.
 */
function gapsOf(known: readonly Use[]): Gaps {
  const [starts, isGap]: [number[], boolean[]] = [[], known.map(() => false)];
  for (let from = 0; from < known.length; from += 1) {
    if (known[from] !== 'unknown') continue;
    let end = from;
    while (known[end] === 'unknown') end += 1;
    if (end - from <= 96) isGap.fill(true, from, end);
    else if (end < known.length) starts.push(end);
    from = end;
  }
  const used = [0];
  for (const [slot, use] of known.entries()) used.push((used[slot] ?? 0) + (use === 'used' ? 1 : 0));
  return [starts, isGap, used];
}
