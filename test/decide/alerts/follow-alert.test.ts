import { describe, expect, it } from 'vitest';
import { mostWaiting } from '../../../lib/decide/alerts/notifications.ts';
import { hours, later, minutes } from '../../../lib/model/time/time.ts';
import { aBudgetRule } from '../../support/builders/policy-builders.ts';
import { nextAction } from '../../support/builders/step-builders.ts';
import { on } from '../../support/timeline.ts';
import { aLifetimeRule, anEpisode, aRateRule, type Said, words } from './an-episode.ts';

/** A moment, what the rule finds then, and the notifications of it. */
type Row = readonly [clock: string, found: Said | 'clear' | 'unknown', said: string];
const over: Said = {};

function tell(rule: Parameters<typeof anEpisode>[0], rows: readonly Row[]) {
  const episode = anEpisode(rule);
  const heard = rows.map(([clock, found]) => {
    const now = on(clock);
    const notifications =
      found === 'clear'
        ? episode.clear(now)
        : found === 'unknown'
          ? episode.unknown(now)
          : episode.breach(now, found);
    episode.deliver();
    expect(episode.progress.decisions.map(({ because }) => because.length > 0)).toContain(true);
    return [clock, found, words(notifications).join()] as const;
  });
  expect(heard).toEqual(rows);
  return episode;
}

describe('an alert', () => {
  it.each<readonly [string, Parameters<typeof anEpisode>[0], readonly Row[]]>([
    [
      'is notified when it fires, again after four hours, and when it has been clear for a quarter of an hour',
      aRateRule(),
      [
        ['10:00', over, 'new'],
        ['10:05', over, ''],
        ['13:55', over, ''],
        ['14:00', over, 'lasting'],
        ['14:05', 'clear', ''],
        ['14:15', 'clear', ''],
        ['14:20', 'clear', 'resolved'],
        ['14:25', 'clear', ''],
      ],
    ],
    [
      'does not resolve while it hovers about the limit',
      aRateRule(),
      [
        ['10:00', over, 'new'],
        ['10:05', 'clear', ''],
        ['10:15', over, ''],
        ['10:20', 'clear', ''],
        ['10:30', 'clear', ''],
        ['10:35', 'clear', 'resolved'],
      ],
    ],
    [
      'is notified only when the breach has lasted, and never fires when the breach ends before that',
      aRateRule({ for: minutes(30) }),
      [
        ['10:00', over, ''],
        ['10:25', over, ''],
        ['10:27', 'clear', ''],
        ['10:30', over, ''],
        ['10:55', over, ''],
        ['11:00', over, 'new'],
      ],
    ],
    [
      'neither resolves nor starts over while its verdict is unknown',
      aRateRule({ for: minutes(30) }),
      [
        ['10:00', over, ''],
        ['10:10', 'unknown', ''],
        ['10:30', over, 'new'],
        ['10:35', 'unknown', ''],
        ['14:30', 'unknown', ''],
        ['14:35', over, 'lasting'],
        ['14:40', 'clear', ''],
        ['14:50', 'unknown', ''],
        ['14:55', 'clear', 'resolved'],
      ],
    ],
    [
      'is notified at once when its severity rises, not when it falls, and again when it rises above the last one notified',
      aRateRule(),
      [
        ['10:00', over, 'new'],
        ['10:05', { severity: 'critical' }, 'worse'],
        ['10:10', over, ''],
        ['14:05', over, 'lasting'],
        ['14:10', { severity: 'critical' }, 'worse'],
      ],
    ],
    [
      'of a budget is notified once for each threshold, the highest only, and never resolves before its period ends',
      aBudgetRule(),
      [
        ['10:00', { severity: 'info', level: 50 }, 'new'],
        ['22 10:00', { severity: 'info', level: 50 }, ''],
        ['22 10:05', { severity: 'critical', level: 100 }, 'worse'],
        ['22 10:10', { level: 80 }, ''],
        ['22 10:15', 'clear', ''],
        ['25 10:20', { severity: 'critical', level: 100 }, ''],
      ],
    ],
    [
      'that is never repeated is notified when it fires anew',
      aRateRule({ repeat: null }),
      [
        ['10:00', over, 'new'],
        ['23:00', over, ''],
        ['23:05', 'clear', ''],
        ['23:20', 'clear', 'resolved'],
        ['23:25', over, 'new'],
      ],
    ],
  ])('%s', (_, rule, rows) => {
    tell(rule, rows);
  });
});

describe('a flapping alert', () => {
  /** Breached at each of these minutes after ten, and clear a minute later. */
  function flap(episode: ReturnType<typeof anEpisode>, moments: readonly number[], said: Said = {}) {
    const heard = moments.map((moment) => {
      const at = later(on('10:00'), minutes(moment));
      const notifications = [...episode.breach(at, said), ...episode.clear(later(at, minutes(1)))];
      episode.deliver();
      return words(notifications).join('+');
    });
    return heard;
  }
  const every = (span: number, count: number) => Array.from({ length: count }, (_, index) => index * span);

  it.each([5, 10, 15, 17, 19])(
    'that fires every %i minutes is notified once as flapping, and not after that',
    (span) => {
      const heard = flap(anEpisode(aLifetimeRule({ repeat: null })), every(span, 60));
      expect(heard.slice(0, 4)).toEqual(['new+resolved', 'new+resolved', 'new+resolved', 'flapping']);
      expect(heard.slice(4).filter((word) => word !== '')).toEqual([]);
    },
  );

  it('is repeated at its interval while it goes on', () => {
    const heard = flap(anEpisode(aLifetimeRule({ repeat: hours(4) })), every(10, 60));
    expect(heard.filter((word) => word !== '')).toEqual([
      ...['new+resolved', 'new+resolved', 'new+resolved', 'flapping'],
      ...['lasting', 'lasting'],
    ]);
  });

  it('is notified when its severity rises all the same', () => {
    const episode = anEpisode(aLifetimeRule());
    flap(episode, every(10, 6));
    expect(flap(episode, [60], { severity: 'critical' })).toEqual(['worse']);
    expect(flap(episode, [70, 80], { severity: 'critical' })).toEqual(['', '']);
  });

  it('that fires seldom enough is notified each time', () => {
    const heard = flap(anEpisode(aLifetimeRule()), every(20, 10));
    expect(new Set(heard)).toEqual(new Set(['new+resolved']));
  });

  it('that stays breached is not notified again, and its resolution is notified once', () => {
    const episode = anEpisode(aLifetimeRule());
    flap(episode, every(10, 6));
    expect(words(episode.breach(on('11:00')))).toEqual([]);
    expect(words(episode.breach(on('13:00')))).toEqual([]);
    expect(words(episode.clear(on('13:05')))).toEqual(['resolved']);
    expect(words(episode.breach(on('13:10')))).toEqual(['new']);
  });

  it('has no stop announced each time; a stop is announced when it stays breached', () => {
    const episode = anEpisode(aLifetimeRule());
    const next = nextAction(hours(1));
    expect(flap(episode, every(10, 6), { next }).slice(3)).toEqual(['flapping', '', '']);
    expect(words(episode.breach(on('11:00'), { next }))).toEqual([]);
    expect(words(episode.breach(on('12:00'), { next }))).toEqual(['announced']);
  });
});

describe('under a silence', () => {
  const suppression = 'silenced by ada until 2026-11-22T10:00:00Z: known';

  it('an alert goes on without notifications, and is notified when the silence ends if it still fires', () => {
    const episode = anEpisode(aRateRule());
    expect(episode.breach(on('10:00'), { suppression })).toEqual([]);
    expect(episode.progress.decisions).toMatchObject([{ because: `${suppression}; so it is` }]);
    expect(episode.alert).toMatchObject({ phase: 'firing', lastNotified: null });
    expect(words(episode.breach(on('10:05')))).toEqual(['new']);
  });

  it('an alert that was never notified resolves without a notification, and so does one that resolves within the silence', () => {
    const unnotified = anEpisode(aLifetimeRule());
    unnotified.breach(on('10:00'), { suppression });
    expect(unnotified.clear(on('10:05'))).toEqual([]);
    const silenced = anEpisode(aLifetimeRule());
    silenced.breach(on('10:00'));
    expect(silenced.clear(on('10:05'), suppression)).toEqual([]);
    expect(silenced.progress.journal).toMatchObject([{ event: 'resolved' }]);
    expect(words(silenced.breach(on('10:10')))).toEqual(['new']);
  });

  it('an announced stop is withdrawn, and is announced anew after the silence', () => {
    const episode = anEpisode(aLifetimeRule());
    const next = nextAction(hours(1));
    const ids = [episode.breach(on('10:00'), { next })];
    for (const clock of ['11:00', '12:00']) {
      expect(episode.alert?.announcement).not.toBeNull();
      episode.breach(on(clock), { next, suppression });
      expect(episode.alert?.announcement).toBeNull();
      ids.push(episode.breach(on(clock.replace(':00', ':30')), { next }));
    }
    expect(ids.map(words)).toEqual([['new'], ['announced'], ['announced']]);
    expect(new Set(ids.flat().map(({ id }) => id)).size).toBe(3);
  });
});

describe('while no route accepts anything', () => {
  it('a repeat is not added to an alert that still waits in the outbox', () => {
    const episode = anEpisode(aRateRule());
    episode.breach(on('10:00'));
    expect(episode.breach(on('14:00'))).toEqual([]);
    expect(episode.progress.decisions).toMatchObject([{ because: expect.stringContaining('no route') }]);
    episode.deliver();
    expect(words(episode.breach(on('14:05')))).toEqual(['lasting']);
  });

  it('past notifications are dropped when too many wait, and those that fire now are kept', () => {
    const episode = anEpisode(aLifetimeRule());
    for (let round = 0; round < 400; round += 1) {
      const at = later(on('10:00'), minutes(round * 25));
      episode.breach(at);
      if (round < 399) episode.clear(later(at, minutes(5)));
    }
    const { outbox, journal } = episode.progress;
    expect(outbox).toHaveLength(mostWaiting);
    expect(outbox.at(-1)?.notifications).toMatchObject([{ reason: 'new' }]);
    expect(journal.filter(({ event }) => event === 'failed')).toMatchObject([
      { because: 'no route accepted it, and more than 200 messages wait' },
    ]);
  });
});

it('two alerts of one rule on one subject at the same time are two lines of the journal', () => {
  const episode = anEpisode(aRateRule());
  episode.breach(on('10:00'));
  const [line] = episode.progress.journal;
  expect(line?.id).toBe(`alert#${episode.alert?.key}`);
});
