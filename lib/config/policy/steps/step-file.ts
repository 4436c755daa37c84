import * as z from 'zod';
import { Mode, type NotifyStep, type Step } from '../../../model/rules/step.ts';
import { Severity } from '../../../model/severity.ts';
import { milliseconds, type Span, spanInWords } from '../../../model/time/time.ts';
import { bounds, defaults } from '../defaults.ts';
import type { Form } from '../fields/form.ts';
import { graceForm, withinForm } from '../fields/quantity.ts';
import { mapping, oneOf, span, spanField } from '../fields/written-field.ts';

/** A step whose mode may be left to its rule. */
export type Unmoded<S> = S extends { readonly mode: Mode } ? Omit<S, 'mode'> & WrittenMode : S;
type WrittenMode = { readonly mode: Mode | undefined };
export type WrittenStep = Unmoded<Step>;

const requiredForm: Form<Span> = {
  pattern: new RegExp(`^required$|${withinForm.pattern.source}`),
  read: (text) => (text === 'required' ? defaults.approve : withinForm.read(text)),
};

const mode = oneOf(Mode)
  .optional()
  .describe(
    'Whether this act is carried out or only said; the rule and the policy can only be more careful.',
  );

/** What a step can say of an act that is announced. */
export const announcedAction = {
  mode,
  approve: spanField(
    bounds.approve,
    requiredForm,
    'required, or for how long it waits for a person to approve it, such as within 24h',
  ).optional(),
};
type Asked = { readonly mode?: Mode | undefined; readonly approve?: Span | undefined };
export const asked = ({ mode, approve }: Asked) => ({ mode, approve: approve ?? null });

const grace = spanField(bounds.grace, graceForm, 'the time from the announcement, such as after 1h');
const late = spanField(bounds.late, graceForm, 'the time at rest, such as after 7d');
const notice = span(bounds.notice, 'how long before it the final notice goes out, such as 24h').optional();

/** Nothing can be told of what rests before it rests: the default gives way to that, and what is written may not ask it. */
function notificationOf(
  told: Span | undefined,
  unlessTold: Span,
  after: Span,
  context: z.core.$RefinementCtx<unknown>,
): Span {
  const message = `cannot go out before it rests: write ${spanInWords(after)} at most`;
  if (told !== undefined && told > after) context.addIssue({ code: 'custom', path: ['notice'], message });
  return told ?? milliseconds(Math.min(unlessTold, after));
}

const NotifyFile = mapping(
  {
    notify: spanField(bounds.late, graceForm, 'how long it has lasted, such as after 2d'),
    severity: oneOf(Severity.extract(['warning', 'critical']))
      .default('critical')
      .describe('As how bad it is told then.'),
  },
  'a step such as - notify: after 2d',
).transform(({ notify, severity }): NotifyStep => ({ kind: 'notify', after: notify, severity }));

const StopFile = mapping({ stop: grace, ...announcedAction }, 'a step such as - stop: after 1h').transform(
  ({ stop, ...more }): WrittenStep => ({ kind: 'stop', after: stop, ...asked(more) }),
);

const PowerOffFile = mapping(
  { 'power-off': grace, ...announcedAction },
  'a step such as - power-off: after 1h',
).transform(({ 'power-off': after, ...more }): WrittenStep => ({ kind: 'power-off', after, ...asked(more) }));

const ImageFile = mapping(
  { image: late, notice, ...announcedAction },
  'a step such as - image: after 7d',
).transform(
  ({ image, notice: told, ...more }, context): WrittenStep => ({
    kind: 'image',
    after: image,
    notice: notificationOf(told, defaults.notice.image, image, context),
    ...asked(more),
  }),
);

const TerminateFile = mapping(
  {
    terminate: late,
    notice,
    'without-image': z
      .literal(true, { error: 'write true, or leave it out' })
      .optional()
      .describe('Deletes it although nothing is kept of it.'),
    ...announcedAction,
  },
  'a step such as - terminate: after 8d',
).transform(
  ({ terminate, notice: told, 'without-image': without, ...more }, context): WrittenStep => ({
    kind: 'terminate',
    after: terminate,
    notice: notificationOf(told, defaults.notice.terminate, terminate, context),
    needsImage: without !== true,
    ...asked(more),
  }),
);

const StartFile = mapping(
  {
    start: z
      .literal(true, { error: 'write true: it starts when its hours begin' })
      .describe('Starts, when its hours begin, what this rule brought to rest.'),
    // It is not announced, so there is nothing to approve.
    mode,
  },
  'a step such as - start: true',
).transform((more): WrittenStep => ({ kind: 'start', ...asked(more) }));

/** Each step goes by the key that says what it does. */
export const stepFiles = {
  notify: NotifyFile,
  stop: StopFile,
  'power-off': PowerOffFile,
  image: ImageFile,
  terminate: TerminateFile,
  start: StartFile,
} as const satisfies Record<Step['kind'], z.ZodType<WrittenStep>>;

/** What a rule that may act says of it, before its mode and its steps' are settled by the policy. */
export type WrittenActions = WrittenMode & { readonly then: WrittenStep[] };
