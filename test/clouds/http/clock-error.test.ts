import { describe, expect, it } from 'vitest';
import { listVms } from '../../../lib/clouds/compute/contract/vms.ts';
import { ClockError } from '../../../lib/clouds/http/clock-error.ts';
import { ProjectId } from '../../../lib/model/ids.ts';
import { days, later, milliseconds, minutes, type Span } from '../../../lib/model/time/time.ts';
import { watchedCloud } from '../../support/clouds/watched-cloud.ts';
import { recordingClock } from '../../support/recording-clock.ts';
import { answer, rudeService } from '../../support/rude-service.ts';

const lab = { projectId: ProjectId.parse('lab') };

/** A cloud whose clock is this far ahead of ours, or whose replies have no date. */
async function aCloud(ahead: Span | null, { status = 200, mindsClock = true } = {}) {
  const clock = recordingClock();
  const { url } = await rudeService((response) => {
    if (ahead === null) response.sendDate = false;
    const date = ahead === null ? {} : { date: new Date(later(clock.now(), ahead)).toUTCString() };
    answer(response, status, { VMs: [] }, date);
  });
  return watchedCloud(url, { clock, mindsClock }).cloud;
}

describe('invariant 18: a cloud whose clock differs from that of this machine', () => {
  it.each([
    [
      'is 30 d behind',
      minutes(-30 * 24 * 60),
      /is 30 d ahead of that of the cloud \(at most 10 min allowed\)/,
    ],
    ['is 30 d ahead', days(30), /is 30 d behind that of the cloud/],
    ['is 11 min behind', minutes(-11), /is 11 min ahead/],
  ])('is not read where its clock %s', async (_, ahead, words) => {
    const cloud = await aCloud(ahead);
    await expect(cloud.list(listVms, lab)).rejects.toThrow(words);
    await expect(cloud.list(listVms, lab)).rejects.toBeInstanceOf(ClockError);
  });

  it('has its clock compared also where it refuses', async () => {
    const cloud = await aCloud(days(30), { status: 401 });
    await expect(cloud.list(listVms, lab)).rejects.toBeInstanceOf(ClockError);
  });

  it.each([minutes(9), minutes(-9), milliseconds(0)])('is read within the bound (%s ms)', async (ahead) => {
    const cloud = await aCloud(ahead);
    expect(await cloud.list(listVms, lab)).toEqual({ items: [], flaws: [] });
    expect(cloud.tellsTime?.()).toBe(true);
  });

  it('confirms the time only while its replies agree with our clock', async () => {
    const clock = recordingClock();
    const truth = clock.now();
    const { url } = await rudeService((response) => {
      answer(response, 200, { VMs: [] }, { date: new Date(truth).toUTCString() });
    });
    const { cloud } = watchedCloud(url, { clock, mindsClock: true });
    await cloud.list(listVms, lab);
    expect(cloud.tellsTime?.()).toBe(true);
    await clock.sleep(milliseconds(-days(30)));
    // No reply came since: what confirmed the clock on that day does not confirm it today.
    expect(cloud.tellsTime?.()).toBe(false);
    await expect(cloud.list(listVms, lab)).rejects.toBeInstanceOf(ClockError);
    expect(cloud.tellsTime?.()).toBe(false);
  });

  it('is read where its replies have no date, which is reported, and where the check is off', async () => {
    const silent = await aCloud(null);
    await silent.list(listVms, lab);
    expect(silent.tellsTime?.()).toBe(false);
    const unminded = await aCloud(days(30), { mindsClock: false });
    await unminded.list(listVms, lab);
    expect(unminded.tellsTime).toBeUndefined();
  });
});
