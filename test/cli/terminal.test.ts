import { describe, expect, it } from 'vitest';
import { withProgress } from '../../lib/cli/reading/reading-command.ts';
import { colorsFor, widthOf } from '../../lib/cli/terminal.ts';
import { relativeTime } from '../../lib/model/time/relative-time.ts';
import { later, milliseconds, seconds } from '../../lib/model/time/time.ts';
import { virtualClock } from '../../lib/simulators/compute/virtual-clock.ts';
import { noon } from '../support/builders/observation-builders.ts';
import { keptStream } from '../support/commands/kept-stream.ts';

describe('colour', () => {
  it.each([
    { isTTY: true, environment: {}, colored: true },
    { isTTY: false, environment: {}, colored: false },
    { isTTY: true, environment: { NO_COLOR: '1' }, colored: false },
    { isTTY: true, environment: { NO_COLOR: '' }, colored: true },
    { isTTY: true, environment: { TERM: 'dumb' }, colored: false },
    { isTTY: false, environment: { FORCE_COLOR: '1' }, colored: true },
    { isTTY: true, environment: { FORCE_COLOR: '0' }, colored: false },
    { isTTY: true, environment: { FORCE_COLOR: '1', NO_COLOR: '1' }, colored: false },
  ])('on a terminal: $isTTY, with $environment: $colored', ({ isTTY, environment, colored }) => {
    expect(colorsFor({ isTTY }, environment).red('x') !== 'x').toBe(colored);
  });
});

it.each([
  [{ isTTY: true, columns: 132 }, 132],
  [{ isTTY: true, columns: 0 }, 80],
  [{ isTTY: false, columns: 132 }, Number.POSITIVE_INFINITY],
  [{}, Number.POSITIVE_INFINITY],
])('%j is %d columns wide', (stream, width) => {
  expect(widthOf(stream)).toBe(width);
});

it.each([
  [0, 'now'],
  [-1_999, 'now'],
  [-45_000, '45 s ago'],
  [-119_999, '119 s ago'],
  [-120_000, '2 min ago'],
  [-7_200_000, '2 h ago'],
  [-5_400_000, '90 min ago'],
  [-172_800_000, '2 d ago'],
  [7_200_000, 'in 2 h'],
  [30_000, 'in 30 s'],
])('%d ms from now is %j', (offset, words) => {
  expect(relativeTime(later(noon, milliseconds(offset)), noon)).toBe(words);
});

describe('progress', () => {
  const started = async (isTTY: boolean, takes: number) => {
    const clock = virtualClock(noon);
    const stderr = Object.assign(keptStream(), { isTTY });
    const work = clock.sleep(seconds(takes)).then(() => 'done');
    expect(await withProgress({ clock, stderr }, 'Reading', () => work)).toBe('done');
    return stderr.text();
  };

  it('is shown on a terminal for work of more than a second, and cleared afterwards', async () => {
    const told = await started(true, 3);
    expect(told.startsWith('\rReading ... 1 s\rReading ... 2 s')).toBe(true);
    expect(told.endsWith('\r\u001b[K')).toBe(true);
  });

  it('is shown nowhere else', async () => {
    expect(await started(false, 3)).toBe('');
  });
});
