import { MessageId, type RuleName, type TargetId } from '../../model/ids.ts';
import type { Message, Notice } from '../../model/notification.ts';
import { compareSeverity, type Severity } from '../../model/severity.ts';
import { type Instant, isoInstant } from '../../model/time/time.ts';
import type { Progress } from '../progress.ts';
import { trimOutbox } from './trim-outbox.ts';

/**
 * Makes messages of what a turn has to say: one for each rule and kind of notice, so that thirty VMs
 * found idle at once are one mail. An act is announced by the message that its notice went into.
 */
export function groupSayings(progress: Progress, target: TargetId, at: Instant): Progress {
  const groups = new Map<string, Notice[]>();
  for (const notice of progress.sayings) {
    const group = `${notice.rule}#${notice.kind}${laterStepOf(notice)}`;
    groups.set(group, [...(groups.get(group) ?? []), notice]);
  }
  const messages = [...groups.values()].map((notices) => messageOf(notices, target, at));
  const messageOfNotice = new Map(
    messages.flatMap(({ id, notices }) => notices.map((told) => [told.id, id])),
  );
  const alerts = progress.alerts.map((alert) => {
    const message = alert.announcement && messageOfNotice.get(alert.announcement.message);
    return message && alert.announcement
      ? { ...alert, announcement: { ...alert.announcement, message } }
      : alert;
  });
  return trimOutbox({ ...progress, alerts, outbox: [...progress.outbox, ...messages], sayings: [] }, at);
}

/** An answer is to what a message announced of a resource: two later steps of one go out by two. */
const laterStepOf = (notice: Notice): string =>
  notice.kind === 'alert' && notice.figures.kind === 'rest' ? `-${notice.figures.act}` : '';

function messageOf(notices: readonly Notice[], target: TargetId, at: Instant): Message {
  const [first, ...others] = notices;
  if (first === undefined) throw new TypeError('a message says something');
  const id =
    others.length === 0
      ? first.id
      : MessageId.parse(
          `${target}#${first.rule satisfies RuleName}#${first.kind}${laterStepOf(first)}#${isoInstant(at)}`,
        );
  return { id, at, severity: worstOf(notices), notices: [...notices], delivered: [] };
}

const worstOf = (notices: readonly Notice[]): Severity =>
  notices.reduce<Severity>(
    (worst, { severity }) => (compareSeverity(severity, worst) > 0 ? severity : worst),
    'info',
  );
