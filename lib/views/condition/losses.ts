import { deletesAllAtZero, getCloudProfile } from '../../clouds/profiles.ts';
import { createFleetContextBuilder } from '../../decide/fleet-context.ts';
import { atRiskInWords, mayLose, sparedInWords } from '../../model/facts/resources-at-risk.ts';
import { Subject } from '../../model/ids.ts';
import { lossIsNear } from '../../model/rules/loss.ts';
import { shortSubject } from '../../model/subject.ts';
import { localMinute } from '../../model/time/period.ts';
import { computeSpan, type Instant } from '../../model/time/time.ts';
import { capitalized, joined } from '../../model/words.ts';
import { judgedKinds } from '../../rules/terms.ts';
import type { Head } from '../../state/head.ts';
import { listAlerts } from '../alerts.ts';
import { buildRunwayView } from '../runway.ts';
import type { ViewInput } from '../view-input.ts';
import { type Notice, timeAndAge } from './notice.ts';

type Loss = Pick<Notice, 'says' | 'targets'> & { readonly at: Instant; readonly heading: string };

/**
 * Returns notices of data that is deleted within a week, the next first: at the end of an account's credit,
 * whatever the rules; and at the expiry of VMs with a firing alert.
 */
export function lossNotices(heads: readonly Head[], context: ViewInput): Notice[] {
  const losses = [...ofCredit(heads, context), ...ofExpiry(heads, context)];
  return losses
    .toSorted((left, right) => left.at - right.at)
    .map(({ at: _, ...loss }) => ({ kind: 'loss', severity: 'critical', since: null, ...loss }));
}

function ofCredit(heads: readonly Head[], context: ViewInput): Loss[] {
  const { overrides, policy, now } = context;
  const accounts = heads.filter(({ observation }) => observation?.kind === 'account');
  if (accounts.length === 0) return [];
  const fleet = createFleetContextBuilder(heads, overrides, policy, now);
  return accounts.flatMap((head) => {
    const figures = buildRunwayView(head, fleet(head.target), policy)?.figures ?? null;
    if (figures === null || figures.recharge === 'counted') return [];
    const { left, emptyAt, atRisk } = figures;
    if (left === null || emptyAt === null || left > lossIsNear) return [];
    const who = shortSubject(Subject.parse(head.target));
    const cloud = getCloudProfile(head.observation?.cloud);
    const lost = atRiskInWords(atRisk, cloud?.words ?? {});
    const spared = sparedInWords(atRisk, cloud?.words ?? {});
    if (!mayLose(atRisk)) return [];
    const isAll = deletesAllAtZero(cloud);
    const how = isAll ? 'everything in' : 'part of';
    const details = `${lost === null ? '' : `: ${lost}`}${isAll ? ', disks included' : ''}.${spared.length === 0 ? '' : ` The platform also ${joined(spared)}.`}`;
    const when = timeAndAge(emptyAt, context);
    const says =
      now < emptyAt
        ? `${capitalized(how)} ${who} is deleted at ${when}, when its credit ends${details}`
        : `According to its last figures, the credit of ${who} ended at ${when}: the platform deletes ${how} it${details}`;
    const heading = `${how} ${who} is deleted at ${localMinute(emptyAt, policy.timezone)}`;
    return [{ at: emptyAt, targets: [head.target], says, heading }];
  });
}

function ofExpiry(heads: readonly Head[], context: ViewInput): Loss[] {
  const { now } = context;
  const losses = listAlerts(heads, context)
    .flatMap(({ target, alert, state, silencedBecause, harm }) => {
      const { kind, step, subject, lostAt } = alert;
      const isOfResource = step === null && judgedKinds({ kind }) !== null;
      const isLost = isOfResource && state === 'firing' && silencedBecause === null;
      if (!isLost || lostAt === undefined || computeSpan(now, lostAt) > lossIsNear) return [];
      return [{ target, at: lostAt, words: `${shortSubject(subject)}: ${harm.loss}` }];
    })
    .toSorted((left, right) => left.at - right.at);
  const [first] = losses;
  if (first === undefined) return [];
  const more = losses.length === 1 ? '' : `; and ${losses.length - 1} more within 7 days`;
  const targets = losses.map(({ target }) => target);
  return [{ at: first.at, targets, says: `${first.words}${more}.`, heading: first.words }];
}
