import { type Span, spanInWords } from '../../model/time/time.ts';
import { capitalized } from '../../model/words.ts';
import { linkKeep } from '../../notify/messages/answer-links.ts';
import type { LinkAnswer } from '../../notify/messages/answer-token.ts';
import { escaped } from '../markup.ts';
import { markup, plain } from './send.ts';

export type FormContent = {
  readonly answer: LinkAnswer;
  /** The effect that would be recorded if nothing in the form is changed. */
  readonly says: string;
  /** The durations to choose from, the last one preselected; none for an answer without a duration. */
  readonly lasts: readonly Span[];
  /** The metadata that Slack returns with the form. */
  readonly metadata: string;
};

/** The maximum lengths of texts in a modal: https://docs.slack.dev/reference/views/modal-views */
const longestTitle = 24;
const longestOption = 75;
const longestSection = 2_900;
const longestReason = 200;

/** Returns the modal in which a person confirms an answer, with a reason. */
export function slackForm({ answer, says, lasts, metadata }: FormContent) {
  const options = lasts.map((span) => ({
    text: plain(span === linkKeep ? 'a week' : spanInWords(span), longestOption),
    value: `${span}`,
  }));
  const choice = { type: 'static_select', action_id: 'lasts', options, initial_option: options.at(-1) };
  const reason = { type: 'plain_text_input', action_id: 'reason', max_length: longestReason };
  return {
    type: 'modal',
    title: plain(capitalized(answer), longestTitle),
    submit: plain('Confirm', longestTitle),
    close: plain('Cancel', longestTitle),
    private_metadata: metadata,
    blocks: [
      section(`If you confirm${options.length > 1 ? ' without changes' : ''}: ${says}`),
      ...(options.length === 0 ? [] : [input('How long', choice)]),
      { ...input('Reason', reason), optional: true },
    ],
  };
}

/** Returns the view that replaces the modal once its answer is recorded. */
export const recordedView = (says: string) => ({
  type: 'modal',
  title: plain('Recorded', longestTitle),
  close: plain('Close', longestTitle),
  blocks: [section(says)],
});

const section = (text: string) => ({ type: 'section', text: markup(escaped(text, longestSection)) });

const input = <Element extends { readonly action_id: string }>(label: string, element: Element) => ({
  type: 'input',
  block_id: element.action_id,
  label: plain(label, longestOption),
  element,
});
