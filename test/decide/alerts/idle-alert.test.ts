import { describe, expect, it } from 'vitest';
import { endAlert } from '../../../lib/decide/alerts/follow-alert.ts';
import { hours, later, minutes } from '../../../lib/model/time/time.ts';
import { aBudgetRule, anIdleRule } from '../../support/builders/policy-builders.ts';
import { on } from '../../support/timeline.ts';
import { anEpisode, words } from './an-episode.ts';

describe('an alert on an idle VM', () => {
  const [nine, ten, noon] = [on('09:00'), on('10:00'), on('12:00')];
  const seen = { kind: 'idle', points: 12, cpu: 4, network: 0, disk: 0, price: null } as const;

  it('records since when the VM is idle, although a fixed window moves on; a learning rule corrects the time', () => {
    const episode = anEpisode(anIdleRule());
    episode.breach(noon, { figures: { ...seen, since: ten } });
    expect(episode.alert).toMatchObject({ idleSince: ten });
    episode.breach(later(noon, hours(1)), { figures: { ...seen, since: later(ten, hours(1)) } });
    expect(episode.alert).toMatchObject({ idleSince: ten });
    episode.breach(later(noon, hours(2)), { figures: { ...seen, since: nine, risk: 0.01 } });
    expect(episode.alert).toMatchObject({ idleSince: nine });
    episode.breach(later(noon, hours(9)), { figures: { ...seen, since: noon, risk: 0.01 } });
    expect(episode.alert).toMatchObject({ idleSince: noon });
  });

  it('records since when its verdict is unknown', () => {
    const episode = anEpisode(anIdleRule());
    episode.breach(nine, { figures: { ...seen, since: nine } });
    expect(episode.alert).not.toHaveProperty('unknownSince');
    episode.unknown(ten);
    episode.unknown(noon);
    expect(episode.alert).toMatchObject({ phase: 'firing', unknownSince: ten });
    episode.breach(noon, { figures: { ...seen, since: nine } });
    expect(episode.alert).not.toHaveProperty('unknownSince');
    episode.unknown(later(noon, hours(1)));
    episode.clear(later(noon, hours(2)));
    expect(episode.alert).toMatchObject({ phase: 'resolved' });
    expect(episode.alert).not.toHaveProperty('unknownSince');
  });

  it('resolves, and is no longer unknown, when its VM is gone meanwhile', () => {
    const episode = anEpisode(anIdleRule());
    episode.breach(nine, { figures: { ...seen, since: nine } });
    episode.unknown(ten);
    episode.change(noon, (before) =>
      before.alerts.reduce(
        (after, alert) =>
          endAlert(after, alert, 'it is gone', { now: noon, suppression: null, isGone: true }),
        before,
      ),
    );
    expect(episode.alert).toMatchObject({ phase: 'resolved', because: 'it is gone' });
    expect(episode.alert).not.toHaveProperty('unknownSince');
  });

  it('is not notified while people keep its VM, and is notified when they no longer do', () => {
    const episode = anEpisode(anIdleRule({ repeat: null }));
    const kept = { spared: 'kept by ada' };
    expect(episode.breach(nine, kept)).toEqual([]);
    expect(episode.alert).toMatchObject({ phase: 'firing', spared: 'kept by ada', lastNotified: null });
    expect(words(episode.breach(ten))).toEqual(['new']);
    expect(episode.alert).not.toHaveProperty('spared');
    expect(episode.breach(noon, kept)).toEqual([]);
    expect(words(episode.breach(later(noon, hours(1))))).toEqual(['lasting']);
    // Metadata that is hidden in some polls causes no repeats.
    expect(episode.breach(later(noon, minutes(62)), kept)).toEqual([]);
    const [soon, late] = [later(noon, minutes(65)), later(noon, minutes(95))];
    expect(words([...episode.breach(soon), ...episode.breach(late)])).toEqual(['lasting']);
    expect(episode.breach(later(noon, hours(3)))).toEqual([]);
    const ids = episode.progress.outbox.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('of a budget is no longer unknown when it is clear, though it stays until its period ends', () => {
    const episode = anEpisode(aBudgetRule());
    episode.breach(nine);
    episode.unknown(ten);
    expect(episode.alert).toMatchObject({ phase: 'firing', unknownSince: ten });
    episode.clear(noon);
    expect(episode.alert).toMatchObject({ phase: 'firing' });
    expect(episode.alert).not.toHaveProperty('unknownSince');
  });
});
