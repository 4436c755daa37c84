import { days, earlier, hours } from '../../../../lib/model/time/time.ts';
import { aVm } from '../../../support/builders/observation-builders.ts';
import { aBudgetRule, aPolicy } from '../../../support/builders/policy-builders.ts';
import { aWindow } from '../../../support/builders/resource-rule-builders.ts';
import { on, word } from '../../../support/timeline.ts';
import { erasureRefusals } from './erasure-refusals.ts';
import {
  alert,
  announce,
  announcement,
  claim,
  decide,
  deletingFound,
  deletingNow,
  intent,
  now,
  observation,
  order,
  past,
  perform,
  planned,
  progress,
  type Refusal,
  rests,
  rule,
  start,
} from './guard-inputs.ts';

const expired = { intent: { ...intent, expiresAt: on('11:01') } };
const pause = { overrides: [{ kind: 'pause', ...word('11:01') }] } as const;
const kept = { resource: aVm({ metadata: { spendwatch: 'keep' } }) };
const resting = { resource: aVm(rests) };
const changing = { resource: aVm({ state: 'STOPPING', activity: 'changing' }) };
const suspended = { resource: aVm({ state: 'SUSPENDED', activity: 'stopped', keepsMemory: true }) };
const unreadable = [{ field: 'labels', because: 'no map' }];
const doubted = { resource: aVm({ unreadable }) };
const doubtedAtRest = { resource: aVm({ ...rests, unreadable }) };
const ageless = { resource: aVm({ ...rests, createdAt: null }) };
const committed = { resource: aVm({ ...rests, committedUntil: on('22 12:00') }) };
const committedWhenSeen = { resource: aVm({ ...rests, committedUntil: on('11:01'), seenAt: on('11:00') }) };
const committedForLong = { resource: aVm({ ...rests, committedUntil: 'unknown' }) };
const hours8 = { policy: aPolicy({ businessHours: [aWindow('daily 07:00-20:00')] }) };
const answer = { kind: 'answer', subject: alert.subject, announcement: announcement.message } as const;
const denied = { overrides: [{ ...answer, ...word('10:30'), verdict: 'denied' }] } as const;
const silenced = { ...word('11:01'), kind: 'silence', alerts: { subject: 'project/lab/*' } } as const;
const waits = { planned: { ...planned, approve: hours(2), rule } };
const lapsed = { planned: { ...planned, approve: hours(1), rule } };
const announcedWith = (care: Partial<typeof announcement>) => ({
  alert: { ...alert, announcement: { ...announcement, ...care } },
});
const promised = announcedWith({ approve: hours(2) });
const lapsedThen = announcedWith({ approve: hours(1) });
const inHoursOfThen = announcedWith({
  businessHours: { windows: [aWindow('daily 07:00-20:00')], timezone: 'UTC' },
});
const slower = { planned: { ...planned, after: hours(2), rule } };
const unannounced = { alert: { ...alert, announcement: null } };
const undelivered = { alert: { ...alert, announcement: { ...announcement, deliveredAt: null } } };
const failed = { alert: { ...alert, tries: 5 } };
const retry = { retryAfter: on('12:00') };
const started = { progress: { ...progress, stops: [{ ...past, startedAgainAt: on('10:45') }] } };
const decided = { progress: { ...progress, intents: [intent] } };
const noImage = { ...deletingFound, planned: { ...deletingFound.planned, image: null } };
const lostImage = { ...deletingFound, observation };
const ofAccount = {
  rule: aBudgetRule({ match: { account: 'main' } }),
  planned: { ...planned, of: 'everything' },
} as const;
const lost = { part: 'account', field: 'owner', because: 'must be text' } as const;
/** A poll of a project whose account cannot be read. */
export const ofNoAccount = { observation: { ...observation, unreadable: [lost] } };
const neverImaged = { ...deletingNow, intent: { ...deletingNow.intent, image: null } };

export const refusals: readonly Refusal[] = [
  ...erasureRefusals,
  ['expired', 'the action expired at', claim(expired), perform(expired)],
  [
    'clock',
    'by a clock that was ahead',
    order({ order: { ...order().order, at: on('12:02') } }),
    claim({ intent: { ...intent, decidedAt: on('12:02') } }),
  ],
  [
    'identity',
    'another resource now has its name',
    start({ past: { ...past, createdAt: on('10:00') } }),
    perform({ resource: aVm({ createdAt: on('10:00') }) }),
    perform({ resource: aVm({ createdAt: null }) }),
  ],
  ['restart', 'it was started again at 2026-11-21T11:01:00Z', perform({ bootedAt: on('11:01') })],
  [
    'restart',
    'it was started at 2026-11-21T10:45:00Z, after its stop was announced',
    perform({ bootedAt: on('10:45') }),
  ],
  [
    'protection',
    'its metadata says spendwatch: keep',
    announce(kept),
    decide(kept),
    order(kept),
    start({ resource: { ...kept.resource, ...rests } }),
    perform(kept),
  ],
  [
    'pause',
    'paused by ada',
    announce(pause),
    decide(pause),
    order(pause),
    start(pause),
    claim(pause),
    perform(pause),
  ],
  [
    'at-rest',
    'it is not running (STOPPED)',
    announce(resting),
    decide(resting),
    order(resting),
    perform(resting),
  ],
  [
    'long-ago',
    'too long ago to act without a new announcement',
    decide({
      alert: { ...alert, announcement: { ...announcement, deliveredAt: earlier(now, days(61)) } },
    }),
  ],
  [
    'whole-poll',
    'the last poll was incomplete',
    decide({ observation: { ...observation, missing: [{ part: 'vms', because: '503' }] } }),
    decide({ observation: { ...observation, seen: ['machines', 'usage'] } }),
    decide({ observation: { ...observation, usage: [] } }),
    decide({ ...ofAccount, ...ofNoAccount }),
  ],
  [
    'state',
    'it is not running (STOPPING)',
    announce(changing),
    decide(changing),
    order(changing),
    perform(changing),
  ],
  ['state', 'it is not stopped (STOPPING)', perform({ ...deletingNow, ...changing })],
  [
    'state',
    'an image would not include its memory',
    announce({ ...deletingFound, ...suspended }),
    decide({ ...deletingFound, ...suspended }),
    perform({ ...deletingNow, ...suspended }),
  ],
  [
    'whole-record',
    'its record cannot be read completely (labels: no map)',
    announce(doubted),
    decide(doubted),
    order(doubted),
    perform(doubted),
    announce({ ...deletingFound, ...doubtedAtRest }),
    decide({ ...deletingFound, ...doubtedAtRest }),
    perform({ ...deletingNow, ...doubtedAtRest }),
    order({ action: 'power-off', ...doubted }),
  ],
  [
    'known-age',
    'the platform does not report when it was created',
    announce({ ...deletingFound, ...ageless }),
    decide({ ...deletingFound, ...ageless }),
    perform({ ...deletingNow, ...ageless, intent: { ...deletingNow.intent, createdAt: null } }),
  ],
  [
    'commitment',
    'it is committed until 2026-11-22T12:00:00Z',
    announce({ ...deletingFound, ...committed }),
    decide({ ...deletingFound, ...committed }),
    perform({ ...deletingNow, ...committed }),
  ],
  ['commitment', 'it is committed until', perform({ ...deletingNow, ...committedWhenSeen })],
  ['commitment', 'does not show when its commitment ends', perform({ ...deletingNow, ...committedForLong })],
  ['cool-off', 'it is left alone for 1 d', announce(started), decide(started)],
  [
    'policy',
    'the policy is in observe mode',
    decide({ planned: { ...planned, mode: 'observe' } }),
    start({ planned: { mode: 'observe' } }),
  ],
  ['policy', 'the policy no longer requires it', perform({ planned: null })],
  [
    'business-hours',
    'it is 2026-11-21 11:02: nothing is stopped or deleted',
    decide(hours8),
    perform(hours8),
    decide(inHoursOfThen),
    perform(inHoursOfThen),
  ],
  [
    'ordered-start',
    'ada ordered it to be started: I said so',
    perform({ overrides: [{ ...order().order, ...word('11:01'), action: 'start' }] }),
  ],
  ['announced', 'the stop has not been announced', decide(unannounced)],
  ['announced', 'the announcement has not been delivered yet', decide(undelivered)],
  [
    'announced',
    'no announcement of it is recorded',
    perform({ alert: undefined }),
    perform(unannounced),
    perform(undelivered),
  ],
  ['answer', 'denied by ada: I said so', announce(denied), decide(denied), perform(denied)],
  ['answer', 'not approved by 2026-11-21T11:00:00Z', announce(lapsed), decide(lapsed), perform(lapsed)],
  ['answer', 'it waits for a person to approve it', decide(waits), perform(waits)],
  ['terms', 'it was announced as waiting for approval', decide(promised), perform(promised)],
  ['terms', 'it was announced as waiting for approval', decide(lapsedThen), perform(lapsedThen)],
  [
    'answer',
    'denied by ada: I said so',
    decide({ ...promised, ...denied }),
    perform({ ...promised, ...denied }),
  ],
  ['silence', 'silenced by ada until', perform({ overrides: [silenced] })],
  ['grace', 'announced, due at 2026-11-21T12:00:00Z', decide(slower)],
  ['grace', 'the policy now delays it until 2026-11-21T12:00:00Z', perform(slower)],
  ['tries', 'given up after 5 failed attempts', announce(failed), decide(failed)],
  [
    'retry',
    'the last attempt failed; the next is not before 2026-11-21T12:00:00Z',
    decide({ alert: { ...alert, ...retry } }),
    start({ past: { ...past, ...retry } }),
  ],
  [
    'match',
    'the rule no longer applies to it',
    perform({ planned: { ...planned, rule: { ...rule, match: { id: 'x*' } } } }),
  ],
  ['image', 'no image of it is ready', decide(noImage)],
  ['image', 'its image spendwatch-box is not known to be ready', decide(lostImage)],
  ['image', 'the policy requires an image of it first', perform(neverImaged)],
  ['image', 'its image spendwatch-box is not there', perform({ ...deletingNow, image: null })],
  ['cause', 'no usage sample shows whether it is in use again', perform({ points: [] })],
  ['cause', 'it has GPUs', perform({ resource: aVm({ gpus: 1 }) })],
  ['on-its-way', 'a stop is already under way', decide(decided), order(decided), start(decided)],
];
