import type { NotificationOf } from '../../model/notification.ts';
import { approve, type Command, deny, explain, keep, silence, stop } from './commands.ts';

/** Returns the commands that an alert offers. */
export function offersFor(notice: NotificationOf<'alert'>): (Command | null)[] {
  const { next, figures } = notice;
  const mayExtend = figures.kind === 'lifetime' && figures.isExtendable ? [keep(notice)] : [];
  switch (next.kind) {
    case 'action': {
      const answers =
        next.approve === null
          ? []
          : [approve({ ...notice, action: next.action }), deny({ ...notice, action: next.action })];
      return [...answers, keep(notice), silence(notice), explain(notice)];
    }
    case 'not-enforced': {
      const isToStop = next.action === 'stop' || next.action === 'power-off';
      return [isToStop ? stop(notice) : null, ...mayExtend, silence(notice), explain(notice)];
    }
    case 'nothing':
      return [...mayExtend, silence(notice), explain(notice)];
  }
}
