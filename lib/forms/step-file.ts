import * as z from 'zod';
import { Mode, type NotifyStep, type Step } from '../model/rules/step.ts';
import { Severity } from '../model/severity.ts';
import { milliseconds, type Span, spanInWords } from '../model/time/time.ts';
import { bounds, defaults } from './defaults.ts';
import type { Form } from './form.ts';
import { graceForm, withinForm } from './quantity.ts';
import { mapping, oneOf, span, spanField } from './written-field.ts';

/** A step whose mode may be inherited from its rule. */
export type ModelessStep<S> = S extends { readonly mode: Mode } ? Omit<S, 'mode'> & WrittenMode : S;
type WrittenMode = { readonly mode: Mode | undefined };
export type WrittenStep = ModelessStep<Step>;

const requiredForm: Form<Span> = {
  pattern: new RegExp(`^required$|${withinForm.pattern.source}`),
  read: (text) => (text === 'required' ? defaults.approve : withinForm.read(text)),
};

const mode = oneOf(Mode)
  .optional()
  .describe(
    'Whether this action is carried out (enforce) or only announced (observe); observe in the rule or the policy takes precedence.',
  );

export const announcedAction = {
  mode,
  approve: spanField(
    bounds.approve,
    requiredForm,
    'required, or how long to wait for approval, such as within 24h',
  ).optional(),
};
/** The fields of a step that stops a resource. */
export const announcedStop = {
  ...announcedAction,
  'may-erase': z
    .literal(true, { error: 'write true, or remove this' })
    .optional()
    .describe('Stop the resource even if the stop erases something, such as a disk.'),
};
type Asked = { readonly mode?: Mode | undefined; readonly approve?: Span | undefined };
export const modeAndApproval = ({ mode, approve }: Asked) => ({ mode, approve: approve ?? null });
export const askedStop = ({
  'may-erase': mayErase,
  ...fields
}: Asked & { readonly 'may-erase'?: true | undefined }) => ({
  ...modeAndApproval(fields),
  ...(mayErase && { mayErase }),
});

const grace = spanField(bounds.grace, graceForm, 'the time from the announcement, such as after 1h');
const late = spanField(bounds.late, graceForm, 'the time since the stop, such as after 7d');
const notice = span(
  bounds.notice,
  'the time between the final notice and the action, such as 24h',
).optional();

/**
 * Returns the notice of a later step, which cannot be longer than the time since the stop; the default is
 * shortened to that.
 */
function decideNotice(
  notice: Span | undefined,
  byDefault: Span,
  after: Span,
  context: z.core.$RefinementCtx<unknown>,
): Span {
  const message = `cannot be sent before the stop: write at most ${spanInWords(after)}`;
  if (notice !== undefined && notice > after) context.addIssue({ code: 'custom', path: ['notice'], message });
  return notice ?? milliseconds(Math.min(byDefault, after));
}

const NotifyFile = mapping(
  {
    notify: spanField(bounds.late, graceForm, 'how long the alert has lasted, such as after 2d'),
    severity: oneOf(Severity.extract(['warning', 'critical']))
      .default('critical')
      .describe('The severity from then on.'),
  },
  'a step such as - notify: after 2d',
).transform(({ notify, severity }): NotifyStep => ({ kind: 'notify', after: notify, severity }));

const StopFile = mapping({ stop: grace, ...announcedStop }, 'a step such as - stop: after 1h').transform(
  ({ stop, ...more }): WrittenStep => ({ kind: 'stop', after: stop, ...askedStop(more) }),
);

const PowerOffFile = mapping(
  { 'power-off': grace, ...announcedStop },
  'a step such as - power-off: after 1h',
).transform(
  ({ 'power-off': after, ...more }): WrittenStep => ({ kind: 'power-off', after, ...askedStop(more) }),
);

const ImageFile = mapping(
  { image: late, notice, ...announcedAction },
  'a step such as - image: after 7d',
).transform(
  ({ image, notice: written, ...more }, context): WrittenStep => ({
    kind: 'image',
    after: image,
    notice: decideNotice(written, defaults.notice.image, image, context),
    ...modeAndApproval(more),
  }),
);

const TerminateFile = mapping(
  {
    terminate: late,
    notice,
    'without-image': z
      .literal(true, { error: 'write true, or remove this' })
      .optional()
      .describe('Delete the VM without keeping an image.'),
    ...announcedAction,
  },
  'a step such as - terminate: after 8d',
).transform(
  ({ terminate, notice: written, 'without-image': without, ...more }, context): WrittenStep => ({
    kind: 'terminate',
    after: terminate,
    notice: decideNotice(written, defaults.notice.terminate, terminate, context),
    needsImage: without !== true,
    ...modeAndApproval(more),
  }),
);

const StartFile = mapping(
  {
    start: z
      .literal(true, { error: 'write true: resources start when their hours begin' })
      .describe('Start what this rule stopped, when its hours begin.'),
    // A start is not announced, so there is nothing to approve.
    mode,
  },
  'a step such as - start: true',
).transform((more): WrittenStep => ({ kind: 'start', ...modeAndApproval(more) }));

/** The schemas of steps, by the key that identifies the kind. */
export const stepFiles = {
  notify: NotifyFile,
  stop: StopFile,
  'power-off': PowerOffFile,
  image: ImageFile,
  terminate: TerminateFile,
  start: StartFile,
} as const satisfies Record<Step['kind'], z.ZodType<WrittenStep>>;

/** A rule whose mode, and those of its steps, may be inherited from the policy. */
export type ModelessRule<R> = Omit<R, 'mode' | 'then'> & WrittenMode & { readonly then: WrittenStep[] };
