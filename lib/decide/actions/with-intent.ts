import type { Resource } from '../../model/facts/resource.ts';
import type { Intent } from '../../model/intent.ts';
import type { Figures } from '../../model/rules/figures.ts';
import type { Instant } from '../../model/time/time.ts';
import { type Progress, withDecision, withEntry } from '../progress.ts';

/** An act that was decided, and what there is to say of it. */
export type Decided = {
  readonly intent: Pick<
    Intent,
    'id' | 'kind' | 'target' | 'subject' | 'rule' | 'alert' | 'by' | 'expiresAt' | 'because'
  > &
    Partial<Pick<Intent, 'image' | 'of' | 'threshold'>>;
  readonly resource: Resource;
  readonly at: Instant;
  /** What the log says of it, where that is more than the intent's own reason. */
  readonly because?: string;
  /** The person who ordered or approved it. */
  readonly by?: string | null;
  readonly figures?: Figures;
};

/** Notes a decided act: it waits to be carried out, and the log has who decided it, why, and on what figures. */
export function withIntent(
  progress: Progress,
  { intent, resource, at, figures, ...more }: Decided,
): Progress {
  const { kind: action, subject, rule } = intent;
  const { because = intent.because, by = intent.by } = more;
  const whole: Intent = {
    image: null,
    of: null,
    threshold: null,
    ...intent,
    decidedAt: at,
    createdAt: resource.createdAt,
    price: resource.price,
    state: { kind: 'waiting' },
  };
  const decided = withEntry(
    { ...progress, intents: [...progress.intents, whole] },
    {
      at,
      event: 'decided',
      subject,
      rule,
      because,
      action,
      price: resource.price,
      ...(by !== null && { by }),
      ...(figures && { figures }),
    },
  );
  return withDecision(decided, { kind: action, subject, rule, because });
}
